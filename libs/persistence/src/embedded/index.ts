export type { Binaries } from "./binaries.ts";
export { EmbeddedPostgresError, type EmbeddedPostgresFault } from "./embedded-postgres-error.ts";
export {
  checkPlaceOfData,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from "./start-embedded-postgres.ts";
