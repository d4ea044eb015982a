export { payoutsJournal } from "./journal/journal-tables.ts";
export { payoutsModule } from "./module.ts";
export { payoutsSchema } from "./schema.ts";
