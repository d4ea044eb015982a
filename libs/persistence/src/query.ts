import type { Pool } from "pg";
import { throwAwayOldPlans } from "./fresh-plans.ts";
import { QueueFull } from "./queue-full.ts";
import { sqlState } from "./sql-state.ts";
import { isToBePreparedAnew, preparedName } from "./statement-names.ts";
import { errorClassOf, observerOf } from "./watch-statements.ts";

export interface Statement {
  /**
   * Unique per text: the server keeps the parsed statement under it, one per connection. Absent: parsed
   * for this once and planned for these very values, which suits a text that is put together.
   */
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A statement whose values are made when a connection is there and it is sent at once: for what goes by the time. */
export interface LateStatement extends Omit<Statement, "values"> {
  /** Called once each time the statement is sent, also when it is prepared anew. */
  readonly values: () => readonly unknown[];
}

/**
 * Runs one statement in its own transaction and returns its rows. One whose columns a migration has changed
 * while it was prepared here is prepared anew.
 * Errors: the driver's, with `code` as the SQLSTATE; after a lost connection the outcome is unknown.
 */
export async function query<Row>(pool: Pool, statement: Statement | LateStatement): Promise<Row[]> {
  const { name } = statement;
  if (name === undefined) return run(pool, statement);
  const used = preparedName(name);
  try {
    return await run(pool, { ...statement, name: used });
  } catch (error) {
    if (!isToBePreparedAnew(error, name, used)) throw error;
    return run(pool, { ...statement, name: preparedName(name) });
  }
}

async function run<Row>(pool: Pool, statement: Statement | LateStatement): Promise<Row[]> {
  const observe = observerOf(pool);
  if (observe === undefined) return runOn<Row>(pool, statement);
  const startedAt = performance.now();
  let failedWith: string | undefined;
  try {
    return await runOn<Row>(pool, statement);
  } catch (error) {
    failedWith = errorClassOf(error);
    throw error;
  } finally {
    observe((performance.now() - startedAt) / 1000, failedWith);
  }
}

async function runOn<Row>(pool: Pool, { name, text, values }: Statement | LateStatement): Promise<Row[]> {
  const client = await pool.connect();
  try {
    await throwAwayOldPlans(client);
    const sent = typeof values === "function" ? values() : values;
    const result = await client.query({ ...(name === undefined ? {} : { name }), text, values: [...sent] });
    client.release();
    return result.rows;
  } catch (error) {
    client.release(!sessionSurvives(error));
    throw error;
  }
}

/**
 * `pool.query` drops the connection after any error, a unique violation included; a new one costs a
 * SCRAM handshake and every prepared statement. Only an ERROR of the server leaves the session usable.
 */
function sessionSurvives(error: unknown): boolean {
  return error instanceof Error && "severity" in error && error.severity === "ERROR";
}

const LOST_MESSAGE =
  /^(Connection terminated unexpectedly|Client has encountered a connection error|Connection ended)/;

/**
 * Whether the session ended under a statement, or could not be opened. Not for a timeout: waiting as
 * long again helps nobody.
 */
export function connectionWasLost(error: unknown): boolean {
  // A name that leads to several addresses fails with the errors of all.
  if (error instanceof AggregateError) return error.errors.some(connectionWasLost);
  const state = sqlState(error);
  if (state !== undefined) return state.startsWith("57P") || state.startsWith("08");
  return error instanceof Error && ("syscall" in error || LOST_MESSAGE.test(error.message));
}

const NO_ANSWER_MESSAGE =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated due to connection timeout|Query read timeout)/;
/** Too many connections; out of memory or disk. */
const EXHAUSTED = "53";

export const databaseIsExhausted = (error: unknown): boolean =>
  sqlState(error)?.startsWith(EXHAUSTED) === true;

/** lock_not_available, query_canceled: a bound of one statement. */
const OUT_OF_TIME: ReadonlySet<string> = new Set(["55P03", "57014"]);

/**
 * Whether a read failed only because it, a lock or a connection was waited for too long: repeated, it may succeed,
 * unless the database does not answer at all.
 */
export function tookTooLong(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return OUT_OF_TIME.has(state);
  return error instanceof Error && NO_ANSWER_MESSAGE.test(error.message);
}

/**
 * Whether a failure says that the database is away or overloaded rather than that something is wrong
 * with what it was asked: a caller may be answered "try again later".
 */
export function databaseIsAway(error: unknown): boolean {
  if (connectionWasLost(error) || error instanceof QueueFull) return true;
  if (databaseIsExhausted(error)) return true;
  return error instanceof Error && NO_ANSWER_MESSAGE.test(error.message);
}
