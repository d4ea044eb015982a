export { notifierModule } from "./module.ts";
export { notifierSchema } from "./schema.ts";
