export { sandboxAcquirerModule } from "./module.ts";
export { sandboxAcquirerSchema } from "./schema.ts";
