export { idempotencyModule } from "./module.ts";
export { idempotencySchema } from "./schema.ts";
