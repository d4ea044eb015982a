export type { Client as DatabaseClient, Pool } from "pg";
export { appendAudit, auditTableSql, listAudit, type AuditAct, type Queryable } from "./audit.ts";
export { takeBaseBackup, type BaseBackupOptions } from "./base-backup/take-base-backup.ts";
export type { BaseBackupFacts } from "./base-backup/base-backup-query.ts";
export { databaseChecks, type DatabaseCheck } from "./database-checks.ts";
export { checkSchema } from "./check-schema.ts";
export { connect } from "./connect.ts";
export { executedMigrations, migrationName } from "./executed-migrations.ts";
export { indexConcurrently, type ConcurrentIndex, type MigrationRunner } from "./index-concurrently.ts";
export { createExporterRole, type ExporterRole } from "./exporter-role.ts";
export { columnsOf } from "./columns-of.ts";
export {
  beginPackingSql,
  dropPackingTableSql,
  packingOf,
  packingTableSql,
  type Packs,
} from "./packed-text/packing.ts";
export { packText, plainText, unpackText } from "./packed-text/packed-text.ts";
export { databaseTime, msSql, NOW_MS, type DatabaseTime } from "./database-time.ts";
export { migrate, type AppliedMigrations, type MigrateOptions } from "./migrate.ts";
export { migrateService, type MigrateServiceOptions } from "./migrate-service.ts";
export { migrationChecksum } from "./migration-checksums.ts";
export type { Compatibility, ServiceMigration } from "./compatibility.ts";
export { checkServer, POSTGRES_MAJORS, requireFitServer, type ServerFacts } from "./check-server.ts";
export {
  MigrationError,
  NewerDatabaseError,
  StandbyServerError,
  UnfitServerError,
} from "./migration-error.ts";
export {
  readCatalogue,
  type SchemaCatalogue,
  type SchemaChanges,
  type SchemaHistory,
} from "./schema-catalogue.ts";
export { changesBetween, historyIn, schemaDifferences } from "./schema-history.ts";
export { appendOnlySql } from "./platform-schema.ts";
export { createListPool, createPools, type ListPoolOptions, type PoolOptions, type Pools } from "./pools.ts";
export { watchStatements, type ObserveStatement } from "./watch-statements.ts";
export { connectionWasLost, databaseIsAway, query, type Statement } from "./query.ts";
export type { NamedStatement } from "./prepare.ts";
export { readPatiently, type Patience } from "./read-patiently.ts";
export { settledUntilSql } from "./settled-until.ts";
export { sqlState } from "./sql-state.ts";
export { repeatLost } from "./repeat-lost.ts";
export { roleName, roleUrl, type ServiceSchemaSpec } from "./schema-spec.ts";
export { QueueFull } from "./queue-full.ts";
export { sharedCommit, type SharedCommit, type SharedCommitOptions } from "./shared-commit.ts";
export { checkByConstraintsSql, checkByDomainsSql, textsSql, type CheckedColumn } from "./checked-columns.ts";
export { rowsInput, rowsStatement, type RowsInput, type RowsStatement } from "./rows-input.ts";
export { transact } from "./transact.ts";
