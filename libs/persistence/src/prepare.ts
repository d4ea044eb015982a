import type { Connection, Pool, PoolClient, Submittable } from "pg";
import { preparedName } from "./statement-names.ts";

/** A statement of the hot path, as `query` is given it, without its values. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
}

/** Has the server parse a statement under its name, so that its first user finds it there. */
class Preparation implements Submittable {
  readonly name: string;
  readonly text: string;
  /** The client takes it from here and calls it once. */
  callback: (error?: Error | null) => void;

  constructor({ name, text }: NamedStatement, callback: (error?: Error | null) => void) {
    this.name = preparedName(name);
    this.text = text;
    this.callback = callback;
  }

  submit(connection: Connection): void {
    connection.parse({ name: this.name, text: this.text, types: [] }, false);
    connection.sync();
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback();
  }
}

/**
 * For a pool's `verify`: a new connection is handed out with the statements prepared. One that cannot be, for instance
 * because the schema is older than the code, is left to its first user, who gets the error.
 */
export function preparing(statements: readonly NamedStatement[]) {
  const prepareFrom = (index: number, client: PoolClient, done: () => void): void => {
    const statement = statements[index];
    if (statement === undefined) done();
    else client.query(new Preparation(statement, () => prepareFrom(index + 1, client, done)));
  };
  return (client: PoolClient, done: () => void): void => prepareFrom(0, client, done);
}

/** Opens so many connections of a pool, which are all there at one moment, and gives them back. */
export async function openConnections(pool: Pool, count: number): Promise<void> {
  const opened = await Promise.allSettled(Array.from({ length: count }, () => pool.connect()));
  for (const one of opened) if (one.status === "fulfilled") one.value.release();
  const failed = opened.find((one) => one.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}
