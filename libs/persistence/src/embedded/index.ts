export { MAJOR, type Binaries } from "./binaries.ts";
export { EmbeddedPostgresError, type EmbeddedPostgresFault } from "./embedded-postgres-error.ts";
export { findRunningPostgres } from "./find-running.ts";
export { restoreCluster, type ClusterBackup } from "./restore-cluster.ts";
export {
  checkPlaceOfData,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from "./start-embedded-postgres.ts";
