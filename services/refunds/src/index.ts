export { refundsJournal } from "./journal/journal-tables.ts";
export { refundsModule } from "./module.ts";
export { refundsSchema } from "./schema.ts";
