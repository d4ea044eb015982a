import { escapeIdentifier, type Client } from "pg";
import { executedMigrations } from "./executed-migrations.ts";
import { withLocks, type LockPatience } from "./lock-patience.ts";
import { underMigrationLock } from "./migrate-lock.ts";
import { openMigrateSession } from "./migrate-session.ts";
import { recordChecksums, refuseEditedMigrations, refuseUnlikeSchema } from "./migration-checksums.ts";
import { MigrationError } from "./migration-error.ts";
import { declareCompatibility, newerMigrations, refuseMixedLines } from "./newer-migrations.ts";
import { createPlatformSchema } from "./platform-schema.ts";
import { runMigrations } from "./run-migrations.ts";
import { roleName, type ServiceSchemaSpec } from "./schema-spec.ts";
import type { OnWait } from "./until-present.ts";
import { closeDatabase, createRole, grantBasics, grantTables } from "./service-role.ts";

export interface MigrateOptions {
  /** A role that owns the database and may create roles. */
  readonly adminUrl: string;
  readonly rolePrefix: string;
  /** Password of each service's role, by service. */
  readonly passwords: Readonly<Record<string, string>>;
  readonly specs: readonly ServiceSchemaSpec[];
  /** How long to wait for another runner; 120 s unless named. */
  readonly lockWaitMs?: number;
  /** How long to try for tables that others hold; 30 min unless named. They go on meanwhile. */
  readonly tableWaitMs?: number;
  /** How long to wait for a server that is starting, cannot be reached or is a standby; not at all unless named. */
  readonly serverWaitMs?: number;
  /** Called while it waits, with what it waits for. */
  readonly onWait?: OnWait;
  /** Called with what is worth a line and no reason to refuse. */
  readonly onWarning?: (line: string) => void;
  /** Called with what the database has of later releases, where this one runs on it: then nothing is changed. */
  readonly onNewer?: (line: string) => void;
}

export interface AppliedMigrations {
  readonly service: string;
  readonly applied: readonly string[];
}

const LOCK_WAIT_MS = 120_000;
const TABLE_WAIT_MS = 1_800_000;

/**
 * Brings every schema to the state the code needs, each migration in its own transaction, and gives
 * each service a role that can touch only its own schema. Repeating it changes nothing; of two
 * runners at once one waits and then finds nothing to do. All of it runs on one session, which has the migration
 * lock, and no wait of it for a table keeps those who use that table waiting for long. A database that a later release
 * has migrated is left alone, where its migrations let this release go on (docs/design/migrations.md#compatibility).
 * Errors: UnfitServerError for a server or database that must not be used, StandbyServerError for one that takes no
 * writes for now (check-server.ts); NewerDatabaseError where this release cannot run on it; MigrationError for one that
 * was made by migrations that were edited since, or is not what they make, a missing password, or a lock that stays
 * taken; the driver's own for a failing statement.
 */
export async function migrate(options: MigrateOptions): Promise<AppliedMigrations[]> {
  const onWait = options.onWait ?? (() => undefined);
  const { serverWaitMs = 0, onWarning = () => undefined } = options;
  const admin = await openMigrateSession(options.adminUrl, { waitMs: serverWaitMs, onWait, onWarning });
  try {
    const waits = { waitMs: options.lockWaitMs ?? LOCK_WAIT_MS, onWait };
    return await underMigrationLock(admin, waits, () => migrateAll(admin, options, onWait));
  } finally {
    await admin.end();
  }
}

async function migrateAll(
  admin: Client,
  options: MigrateOptions,
  onWait: OnWait,
): Promise<AppliedMigrations[]> {
  // Every refusal comes before the first change.
  const newer = await newerMigrations(admin, options.specs);
  for (const spec of options.specs) await refuseEditedMigrations(admin, spec);
  if (newer !== undefined) {
    await refuseMixedLines(admin, options.specs, newer);
    options.onNewer?.(newer);
    return options.specs.map(({ service }) => ({ service, applied: [] }));
  }
  for (const spec of options.specs) await refuseUnlikeSchema(admin, spec);
  const passwords = options.specs.map((spec) => passwordOf(options, spec));
  const patience = { giveUpAt: performance.now() + (options.tableWaitMs ?? TABLE_WAIT_MS), onWait };
  await withLocks(
    admin,
    patience,
    async () => "the platform's own schema",
    async () => {
      await closeDatabase(admin);
      await createPlatformSchema(admin);
    },
  );
  const results: AppliedMigrations[] = [];
  for (const [index, spec] of options.specs.entries()) {
    const applied = await migrateOne(admin, spec, patience, {
      rolePrefix: options.rolePrefix,
      password: passwords[index] ?? "",
    });
    results.push({ service: spec.service, applied });
  }
  return results;
}

async function migrateOne(
  admin: Client,
  spec: ServiceSchemaSpec,
  patience: LockPatience,
  { rolePrefix, password }: { readonly rolePrefix: string; readonly password: string },
): Promise<string[]> {
  const role = roleName(rolePrefix, spec.service);
  const whose = (what: string) => async () => `${spec.service}: ${what}`;
  await withLocks(admin, patience, whose("its role and schema"), async () => {
    await createRole(admin, role, password);
    await admin.query(`create schema if not exists ${escapeIdentifier(spec.schema)}`);
    for (const extension of spec.extensions ?? []) {
      await admin.query(`create extension if not exists ${escapeIdentifier(extension)} with schema public`);
    }
    await grantBasics(admin, role, spec.schema);
  });
  await withLocks(admin, patience, whose("declarations"), () => declareCompatibility(admin, spec));
  const isNew = (await executedMigrations(admin, spec.schema)).length === 0;
  const applied = await runMigrations(admin, spec, patience).catch(async (error: unknown) => {
    // What ran before the one that failed stays, and so do its statements; nobody else will know them.
    await recordChecksums(admin, spec).catch(() => undefined);
    throw error;
  });
  if (isNew)
    await withLocks(admin, patience, whose("what a new schema begins with"), async () => {
      for (const Migration of spec.migrations) {
        const { whenNew } = new Migration();
        if (whenNew !== undefined) await admin.query(whenNew);
      }
    });
  await withLocks(admin, patience, whose("checksums"), () => recordChecksums(admin, spec));
  await withLocks(admin, patience, whose("rights to its tables"), () => grantTables(admin, rolePrefix, spec));
  return applied;
}

function passwordOf(options: MigrateOptions, spec: ServiceSchemaSpec): string {
  const password = options.passwords[spec.service];
  if (password === undefined) throw new MigrationError(`no password given for the role of ${spec.service}`);
  return password;
}
