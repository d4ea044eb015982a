import { setTimeout as pause } from "node:timers/promises";
import { compareAll, type ComparedWhole } from "@flowlix/ledger";
import { paymentsJournal } from "@flowlix/payments";
import { payoutsJournal } from "@flowlix/payouts";
import { checkSchema, connect, type DatabaseClient } from "@flowlix/persistence";
import { refundsJournal } from "@flowlix/refunds";
import { databaseUrl, duration, type Environment, messageOf, readConfig } from "@flowlix/runtime";
import { EXIT_CONFIG, EXIT_FAILURE, LaunchError } from "../launch-error.ts";
import { SERVICES } from "../services.ts";
import { runCommand } from "./run-command.ts";

/** As `flowlix ledger check` ends where something is found. */
const EXIT_FOUND = 6;
const ASK_AGAIN_MS = 1_000;

interface Report {
  readonly ok: boolean;
  /** Seconds from the newest thing that was recovered to now: what a disaster of this moment would lose at most. */
  readonly lost_seconds: number | null;
  /** Seconds since the newest ledger entry of any owner; where nobody pays it grows. */
  readonly newest_entry_seconds: number | null;
  readonly schemas: readonly string[];
  readonly ledgers: readonly ComparedWhole[];
  readonly problems: readonly string[];
}

/**
 * Checks a restored database, which nothing else uses, and writes nothing to it: has every schema the migrations that
 * this code needs, do the books agree with the objects and with their sums, and how old is the newest of it? One line
 * of JSON on standard output; exit code 6 with a line a problem on standard error.
 */
async function checkRestored(env: Environment): Promise<string> {
  const read = readConfig(
    {
      DATABASE_URL: databaseUrl(),
      WAIT_TIMEOUT: duration({ default: "5m", minMs: 0, maxMs: 86_400_000 }),
      LOST_MAX: duration({ default: "1h", minMs: 1_000, maxMs: 30 * 86_400_000 }),
    },
    env,
  );
  if (!read.ok) throw new LaunchError(read.problems, EXIT_CONFIG);
  const { DATABASE_URL: url, WAIT_TIMEOUT: waitMs, LOST_MAX: lostMaxMs } = read.config;
  const db = await connectPatiently(url, waitMs);
  try {
    await db.query("begin isolation level repeatable read read only");
    const report = await reportOf(db, lostMaxMs);
    if (!report.ok) {
      process.stdout.write(`${JSON.stringify(report)}\n`);
      throw new LaunchError(report.problems, EXIT_FOUND);
    }
    return JSON.stringify(report);
  } finally {
    await db.end().catch(() => undefined);
  }
}

/** The operator makes the role once the server is up. */
async function connectPatiently(url: string, waitMs: number): Promise<DatabaseClient> {
  const until = performance.now() + waitMs;
  for (;;) {
    try {
      return await connect(url, "restore-check");
    } catch (error) {
      if (performance.now() >= until)
        throw new LaunchError(`DATABASE_URL: the database cannot be used: ${messageOf(error)}`, EXIT_FAILURE);
    }
    await pause(ASK_AGAIN_MS);
  }
}

async function reportOf(db: DatabaseClient, lostMaxMs: number): Promise<Report> {
  const problems: string[] = [];
  const schemas: string[] = [];
  for (const { schema } of await installed(db)) {
    schemas.push(schema.schema);
    await checkSchema(db, schema).catch((error: unknown) => problems.push(messageOf(error)));
  }
  // Without its tables nothing of it can be compared.
  const whole = problems.length === 0;
  const ledgers: ComparedWhole[] = [];
  for (const tables of whole ? [paymentsJournal, refundsJournal, payoutsJournal] : [])
    ledgers.push(await compareAll(db, tables));
  problems.push(...ledgers.flatMap(problemsOf));
  const now = await moment(db, "extract(epoch from clock_timestamp())");
  const newestEntry = newest(ledgers.map(({ newestEntryAt }) => newestEntryAt));
  const lost = secondsSince(now, newest([newestEntry, whole ? await newestJob(db, schemas) : null]));
  if (whole && lost === null)
    problems.push("nothing in it says when it is of: no entry, and no job that ever ran");
  if (lost !== null && lost * 1_000 > lostMaxMs)
    problems.push(`its newest row is ${Math.round(lost)} s old; LOST_MAX is ${lostMaxMs / 1_000} s`);
  return {
    ok: problems.length === 0,
    lost_seconds: lost,
    newest_entry_seconds: secondsSince(now, newestEntry),
    schemas,
    ledgers,
    problems,
  };
}

/** A platform without the simulated acquirer is whole. */
async function installed(db: DatabaseClient): Promise<typeof SERVICES> {
  const { rows } = await db.query("select to_regnamespace('sandbox_acquirer') is not null as simulated");
  return SERVICES.filter(({ name }) => name !== "sandbox-acquirer" || rows[0]?.simulated === true);
}

const problemsOf = ({ schema, disagreements, wrongSums }: ComparedWhole): string[] => [
  ...(disagreements > 0 ? [`${schema}: ${disagreements} ledger entries differ from the objects`] : []),
  ...(wrongSums > 0 ? [`${schema}: ${wrongSums} sums of days differ from their ledger entries`] : []),
];

/** Jobs write every few seconds, whether or not anybody pays. */
async function newestJob(db: DatabaseClient, schemas: readonly string[]): Promise<number | null> {
  const moments: (number | null)[] = [];
  for (const schema of schemas) {
    const { rows } = await db.query("select to_regclass($1) is not null as there", [`${schema}.jobs`]);
    if (rows[0]?.there !== true) continue;
    const ran = "max(greatest(last_ok_at, last_failed_at))";
    moments.push(await moment(db, `(select extract(epoch from ${ran}) from ${schema}.jobs)`));
  }
  return newest(moments);
}

async function moment(db: DatabaseClient, sql: string): Promise<number | null> {
  const { rows } = await db.query<{ at: number | null }>(`select (${sql})::float8 as at`);
  return rows[0]?.at ?? null;
}

function newest(moments: readonly (number | null)[]): number | null {
  const known = moments.filter((one) => one !== null);
  return known.length === 0 ? null : Math.max(...known);
}

const secondsSince = (now: number | null, then: number | null): number | null =>
  now === null || then === null ? null : Math.max(0, Math.round((now - then) * 10) / 10);

await runCommand(() => checkRestored(process.env));
