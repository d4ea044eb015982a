import { indexConcurrently, type MigrationRunner } from "@flowlix/persistence";

/** What the trace of an owner's objects reads beside what every owner has. SQL of the row `o`. */
export interface TracedTable {
  /** Whether anything of an object may have been sent to an acquirer. */
  readonly submitted: string;
  /** The status that an object begins with; PENDING where it is absent. */
  readonly initial?: string;
  /** When an object entered a status, by the status: columns of times, null where it did not. */
  readonly entered: Readonly<Record<string, string>>;
  /** What else its row says, by name: expressions of few values, never of a payer or a card. */
  readonly facts: Readonly<Record<string, string>>;
  /** What is shown beside the status that it ended in, by name; null is left out. */
  readonly endedWith?: Readonly<Record<string, string>>;
  /** What else is shown of its calls, the rows `c`: expressions over what is joined to them; null is left out. */
  readonly ofCalls?: { readonly joinSql: string; readonly facts: Readonly<Record<string, string>> };
  /** An array of the ids of its Payment or its Refunds, the newest first; one more than are shown. */
  readonly related: string;
  /** More entries of the objects `$1`, as `ENTRY_COLUMNS`; absent where there are none. */
  readonly alsoSql?: string;
}

/**
 * For a migration of its own, outside of a transaction: finds callbacks and exceptions by their object. Neither table
 * is written while a create is answered.
 */
export async function indexTraces(runner: MigrationRunner, schema: string): Promise<void> {
  await indexConcurrently(runner, {
    schema,
    table: "callbacks",
    name: "callbacks_of_reference",
    on: "(reference)",
  });
  await indexConcurrently(runner, {
    schema,
    table: "anomalies",
    name: "anomalies_of_object",
    on: "(object_id)",
  });
}

/** Takes back what `indexTraces` made. */
export const dropTraceIndexesSql = (schema: string): string =>
  `drop index if exists ${schema}.callbacks_of_reference, ${schema}.anomalies_of_object`;
