export { paymentsJournal } from "./journal/journal-tables.ts";
export { paymentsModule } from "./module.ts";
export { paymentsSchema } from "./schema.ts";
