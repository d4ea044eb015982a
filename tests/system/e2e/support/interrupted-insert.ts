import { randomUUID } from "node:crypto";
import { waitFor } from "@flowlix/testkit";
import type { Answer } from "./api.ts";
import { unanswered } from "./payouts.ts";
import type { Platform } from "./platform.ts";

export interface Interruption {
  readonly table: "refunds" | "payouts";
  readonly create: (key: string) => Promise<Answer>;
  /** Ends or stops the process whose insert waits. */
  readonly interrupt: () => void;
  /** Lets that process go on, where the database made nothing. */
  readonly goOn: () => void | Promise<void>;
}

export interface Interrupted {
  readonly key: string;
  readonly id: string;
  /** The create's answer, null where there was none. */
  readonly answered: Promise<Answer | null>;
}

const SEVERAL_CREATES_MS = 60_000;

/**
 * Interrupts a process in the middle of its insert, which the database commits all the same. A Payout whose second went
 * by while its insert waited is not made: its process would insert it again (libs/engine/src/create/initial-rows.ts).
 * So the database's time stands still meanwhile, and creates go on until one was made without its process.
 */
export async function interruptInsert(
  { database, passTime, stopTime, letTimeRun }: Platform,
  { table, create, interrupt, goOn }: Interruption,
): Promise<Interrupted> {
  const rows = async () =>
    (await database.sql(`select id from ${table}.${table}`)).map(({ id }) => String(id));
  const inserting = async (state: string) => {
    const text = `select 1 from pg_stat_activity where ${state} and query like '%insert into ${table}.${table} %' and pid <> pg_backend_pid()`;
    return (await database.sql(text)).length > 0;
  };
  /** At the beginning of a second: a process guesses the time of its insert from what it has read of the database's. */
  const stopAtSecond = async () => {
    await stopTime();
    const [row] = await database.sql(
      "select 1000 - extract(milliseconds from platform.clock())::integer % 1000 as ms",
    );
    await passTime(Number(row?.["ms"]));
  };
  return waitFor(
    `an insert of ${table} that is made without its process`,
    async () => {
      const before = new Set(await rows());
      const key = randomUUID();
      let refused = false;
      await stopAtSecond();
      const release = await database.hold(`lock table ${table}.${table} in share row exclusive mode`);
      const answered = unanswered(create(key));
      void answered.then(() => (refused = true));
      try {
        await waitFor("it to wait", async () => refused || inserting("wait_event_type = 'Lock'"));
        if (!refused) interrupt();
      } finally {
        await release();
      }
      const made = refused
        ? []
        : await waitFor("it to end", async () => !(await inserting("state = 'active'")) && rows());
      await letTimeRun();
      const id = made.find((one) => !before.has(one));
      if (id !== undefined) return { key, id, answered };
      if (!refused) await goOn();
      await answered;
      return false;
    },
    SEVERAL_CREATES_MS,
  );
}
