import type { Pool } from "pg";
import {
  databaseTime,
  type DatabaseTime,
  query,
  sharedCommit,
  type SharedCommit,
} from "@flowlix/persistence";
import { EVENT_COLUMNS, insertEventsSql } from "../outbox/insert-events-sql.ts";

/**
 * A row to be inserted. Its event holds the second of its creation, and is made before the statement.
 */
export interface InitialRow<Initial> {
  readonly id: string;
  /** Database time in ms after which no row may be made any more. */
  readonly start_before: number;
  /** The database's time, from which the row's is guessed when a connection is there for its statement. */
  readonly time: DatabaseTime;
  /** The row and its event, as made at that time in ms. */
  readonly at: (nowMs: number) => Initial;
}

interface InitialSql {
  /** The rows, as `rowsInput` has them, with id, created_ms, start_before and the columns of an event. */
  readonly input: string;
  /**
   * An insert of the rows in `from`, which are those of `input` beside `clock`. It makes those that are `inTime`, with
   * `clock.now` as created_at, and nothing `on conflict (id)`. It returns id, version, merchant_id, livemode and
   * created_at.
   */
  readonly insert: (rows: { readonly from: string; readonly inTime: string }) => string;
  /** A further part of the statement, as `name as (…)`. It reads from `made`. */
  readonly further?: string;
}

/**
 * The statement of `shareInitialRows`. It reads the clock once. That time decides whether a row may still be made
 * (docs/design/architecture.md#rule-4), and is the row's place in the list. It must lie in the second that the event
 * states. Events and `further` are selected from `made`, never from the input
 * (docs/design/architecture.md#shared-commits).
 */
export const initialRowsSql = (schema: string, { input, insert, further }: InitialSql): string => `
  with clock as materialized (
    select date_trunc('milliseconds', platform.clock()) as now
  ), made as (${insert({ from: `clock cross join ${input}`, inTime: IN_TIME })}
  ), outboxed as (
    ${insertEventsSql(schema, { rows: `made join ${eventsOf(input)} using (id)`, at: "created_at" })}
  )${further === undefined ? "" : `, ${further}`}
  select input.id, made.id is not null as made, (extract(epoch from clock.now) * 1000)::bigint as now_ms
    from clock cross join ${input} left join made on made.id = input.id`;

const EVENT_NAMES = EVENT_COLUMNS.map(([name]) => `input.${name}`).join(", ");
const eventsOf = (input: string) => `(select input.id, ${EVENT_NAMES} from ${input}) as event`;

const atMs = (column: string) => `timestamptz 'epoch' + input.${column} * interval '1 ms'`;

const IN_TIME = `clock.now < ${atMs("start_before")}
       and date_trunc('second', clock.now) = date_trunc('second', ${atMs("created_ms")})`;

/** What the statement answers for each initial row. */
export interface InitialRowAnswer {
  readonly id: string;
  readonly made: boolean;
  /** The clock of the statement in whole ms, which is the `created_at` of what it made. */
  readonly now_ms: number;
}

export interface Made<Initial> {
  readonly initial: Initial;
  /** As of the statement that made it. */
  readonly nowMs: number;
}

export interface InitialRowsOptions<Initial> {
  readonly name: string;
  /**
   * Makes rows whose `created_at` is the clock of this statement, each with its event, and none where the second of
   * that clock is not the one its event states. So a list's reader knows what can still come (`settledUntilSql`).
   */
  readonly text: string;
  readonly values: (initial: readonly Initial[]) => readonly unknown[];
  /** Called for every commit that made something. */
  readonly onCommitted: () => void;
}

/** A row on its way: the text of its event is written for this time. */
interface Sent<Initial> {
  readonly initialRow: InitialRow<Initial>;
  readonly nowMs: number;
  readonly initial: Initial;
}

const secondOf = (ms: number): number => Math.floor(ms / 1000);

/**
 * Inserts rows with their events under one shared commit. Null where no row was made: the id exists already, or its
 * time to start is over. This very statement may have made the id, if its answer was lost. An event states the second
 * in which its row is made. So its text is written once there is a connection, and waiting for one cannot make it late.
 * The second may still change before the statement reads its clock. That is rare, and the text is then written again.
 * Each lock on the whole table can delay the statement by a second once more.
 */
export function shareInitialRows<Initial>(
  pool: Pool,
  options: InitialRowsOptions<Initial>,
): SharedCommit<InitialRow<Initial>, Made<Initial> | null> {
  const { name } = options;
  return sharedCommit({
    name,
    keyOf: ({ id }) => id,
    run: async (initialRows) => {
      const made = new Map<string, Made<Initial>>();
      let tries = initialRows;
      while (tries.length > 0) {
        const late: InitialRow<Initial>[] = [];
        for (const { sent, answer } of await send(pool, options, tries)) {
          const { initialRow, nowMs, initial } = sent;
          if (answer.made) made.set(initialRow.id, { initial, nowMs: answer.now_ms });
          else if (secondOf(answer.now_ms) !== secondOf(nowMs) && answer.now_ms < initialRow.start_before)
            late.push({ ...initialRow, time: databaseTime(answer.now_ms) });
        }
        tries = late;
      }
      return initialRows.map(({ id }) => made.get(id) ?? null);
    },
  });
}

async function send<Initial>(
  pool: Pool,
  { name, text, values, onCommitted }: InitialRowsOptions<Initial>,
  initialRows: readonly InitialRow<Initial>[],
): Promise<{ readonly sent: Sent<Initial>; readonly answer: InitialRowAnswer }[]> {
  let sent: readonly Sent<Initial>[] = [];
  const answers = await query<InitialRowAnswer>(pool, {
    name,
    text,
    values: () => {
      sent = initialRows.map((initialRow) => sentNow(initialRow));
      return values(sent.map(({ initial }) => initial));
    },
  });
  if (answers.some((answer) => answer.made)) onCommitted();
  const answerOf = new Map(answers.map((answer) => [answer.id, answer]));
  return sent.map((one) => {
    const answer = answerOf.get(one.initialRow.id);
    if (answer === undefined) throw new Error(`${name}: no answer about a row`);
    return { sent: one, answer };
  });
}

function sentNow<Initial>(initialRow: InitialRow<Initial>): Sent<Initial> {
  const nowMs = initialRow.time.nowMs();
  return { initialRow, nowMs, initial: initialRow.at(nowMs) };
}
