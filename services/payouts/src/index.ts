export { payoutsModule } from "./module.ts";
export { payoutsSchema } from "./schema.ts";
