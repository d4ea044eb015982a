import type { Pools, Statement } from "@flowlix/persistence";

/** Connections to the acquirer's own database. */
export type Pool = Pools["hot"];

/** Runs a statement of a loop, on connections that no request waits for. Statements end in a select. */
export type RunInBackground = <Row>(statement: Statement) => Promise<Row[]>;

/** The background connections name every statement text by themselves. */
export const runInBackground =
  ({ dataSource }: Pools): RunInBackground =>
  <Row>({ text, values }: Statement) =>
    dataSource.query<Row[]>(text, [...values]);
