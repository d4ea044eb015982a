export { refundsModule } from "./module.ts";
export { refundsSchema } from "./schema.ts";
