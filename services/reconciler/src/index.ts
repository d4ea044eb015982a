export { reconcilerModule } from "./module.ts";
export { reconcilerSchema } from "./schema.ts";
