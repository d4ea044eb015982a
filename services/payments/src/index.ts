export { paymentsModule } from "./module.ts";
export { paymentsSchema } from "./schema.ts";
