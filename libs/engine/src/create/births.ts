import type { Pool } from "pg";
import {
  databaseTime,
  type DatabaseTime,
  query,
  sharedCommit,
  type SharedCommit,
} from "@flowlix/persistence";

/** A row that is to be made, with an event that tells the second of its creation and is written before its statement. */
export interface Birth<Born> {
  readonly id: string;
  /** Database time in ms after which no row may be made any more. */
  readonly start_before: number;
  /** The database's time, from which the row's is guessed when a connection is there for its statement. */
  readonly time: DatabaseTime;
  /** The row and its event, as made at that time in ms. */
  readonly at: (nowMs: number) => Born;
}

/** What the statement of births answers for each that it was given. */
export interface BirthAnswer {
  readonly id: string;
  readonly made: boolean;
  /** The clock of the statement in whole ms, which is the `created_at` of what it made. */
  readonly now_ms: number;
}

export interface Made<Born> {
  readonly born: Born;
  /** As of the statement that made it. */
  readonly nowMs: number;
}

export interface BirthsOptions<Born> {
  readonly name: string;
  /**
   * Makes rows whose `created_at` is the clock of this statement, each with its event, and none where the second of
   * that clock is not the one its event states. So a list's reader knows what can still come (`settledUntilSql`).
   */
  readonly text: string;
  readonly values: (born: readonly Born[]) => readonly unknown[];
  /** Told of every commit that made something. */
  readonly onCommitted: () => void;
}

/** A row on its way: the text of its event is written for this time. */
interface Sent<Born> {
  readonly birth: Birth<Born>;
  readonly nowMs: number;
  readonly born: Born;
}

const secondOf = (ms: number): number => Math.floor(ms / 1000);

/**
 * Inserts rows with their events under one shared commit. Null where no row was made: the id exists already, or its
 * time to start is over. This very statement may have made the id, if its answer was lost. An event states the second in
 * which its row is made. So its text is written once there is a connection, and waiting for one cannot make it late. The
 * second may still change before the statement reads its clock. That is rare, and the text is then written again. Each
 * lock on the whole table can delay the statement by a second once more.
 */
export function shareBirths<Born>(
  pool: Pool,
  options: BirthsOptions<Born>,
): SharedCommit<Birth<Born>, Made<Born> | null> {
  const { name } = options;
  return sharedCommit({
    name,
    keyOf: ({ id }) => id,
    run: async (births) => {
      const made = new Map<string, Made<Born>>();
      let tries = births;
      while (tries.length > 0) {
        const late: Birth<Born>[] = [];
        for (const { sent, answer } of await send(pool, options, tries)) {
          const { birth, nowMs, born } = sent;
          if (answer.made) made.set(birth.id, { born, nowMs: answer.now_ms });
          else if (secondOf(answer.now_ms) !== secondOf(nowMs) && answer.now_ms < birth.start_before)
            late.push({ ...birth, time: databaseTime(answer.now_ms) });
        }
        tries = late;
      }
      return births.map(({ id }) => made.get(id) ?? null);
    },
  });
}

async function send<Born>(
  pool: Pool,
  { name, text, values, onCommitted }: BirthsOptions<Born>,
  births: readonly Birth<Born>[],
): Promise<{ readonly sent: Sent<Born>; readonly answer: BirthAnswer }[]> {
  let sent: readonly Sent<Born>[] = [];
  const answers = await query<BirthAnswer>(pool, {
    name,
    text,
    values: () => {
      sent = births.map((birth) => sentNow(birth));
      return values(sent.map(({ born }) => born));
    },
  });
  if (answers.some((answer) => answer.made)) onCommitted();
  const answerOf = new Map(answers.map((answer) => [answer.id, answer]));
  return sent.map((one) => {
    const answer = answerOf.get(one.birth.id);
    if (answer === undefined) throw new Error(`${name}: no answer about a row`);
    return { sent: one, answer };
  });
}

function sentNow<Born>(birth: Birth<Born>): Sent<Born> {
  const nowMs = birth.time.nowMs();
  return { birth, nowMs, born: birth.at(nowMs) };
}
