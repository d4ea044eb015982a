export type { Client as DatabaseClient, Pool } from "pg";
export {
  createAnomaliesStore,
  type AnomaliesStore,
  type NewAnomaly,
  type RecordedAnomaly,
  type Resolution,
} from "./anomalies-store.ts";
export { appendAudit, auditTableSql, listAudit, type AuditAct, type Queryable } from "./audit.ts";
export { createCallbacksStore, type CallbacksStore } from "./callbacks-store.ts";
export { databaseChecks, type DatabaseCheck } from "./database-checks.ts";
export { checkSchema } from "./check-schema.ts";
export { connect } from "./connect.ts";
export { indexConcurrently, type ConcurrentIndex, type MigrationRunner } from "./index-concurrently.ts";
export { createExporterRole, type ExporterRole } from "./exporter-role.ts";
export { databaseTime, type DatabaseTime } from "./database-time.ts";
export { bookSql } from "./journal/book.ts";
export { createJournal, journalReads, type Journal } from "./journal/journal.ts";
export {
  dropJournalTablesSql,
  dropSuccessesIndexSql,
  indexSuccesses,
  journalTablesSql,
  type JournalTables,
} from "./journal/journal-tables.ts";
export { migrate, type AppliedMigrations, type MigrateOptions } from "./migrate.ts";
export { migrateService, type MigrateServiceOptions } from "./migrate-service.ts";
export { migrationChecksum } from "./migration-checksums.ts";
export { MigrationError, NewerDatabaseError } from "./migration-error.ts";
export { appendOnlySql } from "./platform-schema.ts";
export { createListPool, createPools, type ListPoolOptions, type PoolOptions, type Pools } from "./pools.ts";
export { listOpenObjects, readOpenObjects, type OpenObjects } from "./open-objects.ts";
export { watchStatements, type ObserveStatement } from "./watch-statements.ts";
export { connectionWasLost, databaseIsAway, query, type Statement } from "./query.ts";
export { sqlState } from "./sql-state.ts";
export type { Deliver } from "./relay/hand-over.ts";
export { startRelay, type Relay, type RelayOptions, type RelayOutcome } from "./relay/relay.ts";
export { countOutbox, type OutboxCounts } from "./relay/relay-store.ts";
export {
  addTraceparentSql,
  dropRelayTablesSql,
  dropTraceparentSql,
  relayTablesSql,
} from "./relay/relay-tables.ts";
export { repeatLost } from "./repeat-lost.ts";
export { roleName, roleUrl, type ServiceSchemaSpec } from "./schema-spec.ts";
export { QueueFull } from "./queue-full.ts";
export { sharedCommit, type SharedCommit, type SharedCommitOptions } from "./shared-commit.ts";
export { sweepCallbacks } from "./sweep-callbacks.ts";
export { verifyEnds } from "./verify-ends.ts";
export { checkByConstraintsSql, checkByDomainsSql, textsSql, type CheckedColumn } from "./checked-columns.ts";
export { rowsInput, rowsStatement, type RowsInput, type RowsStatement } from "./rows-input.ts";
export { transact } from "./transact.ts";
