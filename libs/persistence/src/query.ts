import type { Pool } from "pg";

export interface Statement {
  /** Unique per text: the server keeps the parsed statement under it, one per connection. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Runs one named statement in its own transaction and returns its rows.
 * Errors: the driver's, with `code` as the SQLSTATE; after a lost connection the outcome is unknown.
 */
export async function query<Row>(pool: Pool, statement: Statement): Promise<Row[]> {
  const client = await pool.connect();
  try {
    const result = await client.query({
      name: statement.name,
      text: statement.text,
      values: [...statement.values],
    });
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

/** The SQLSTATE of a driver's error, TypeORM's wrapping included; undefined for anything else. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("code" in error && typeof error.code === "string" && /^[0-9A-Z]{5}$/.test(error.code))
    return error.code;
  return "driverError" in error ? sqlState(error.driverError) : undefined;
}

/** Whether the server did not answer at all, or said that it ends the session. */
export function connectionWasLost(error: unknown): boolean {
  const state = sqlState(error);
  return state === undefined ? error instanceof Error : state.startsWith("57P") || state.startsWith("08");
}
