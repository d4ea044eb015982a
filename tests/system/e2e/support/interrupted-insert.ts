import { randomUUID } from "node:crypto";
import { waitFor } from "@flowlix/testkit";
import type { Answer } from "./api.ts";
import type { Database } from "./database.ts";
import { unanswered } from "./payouts.ts";

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
 * So creates go on until one was made without its process.
 */
export async function interruptInsert(
  database: Database,
  { table, create, interrupt, goOn }: Interruption,
): Promise<Interrupted> {
  const rows = async () =>
    (await database.sql(`select id from ${table}.${table}`)).map(({ id }) => String(id));
  const inserting = async (state: string) => {
    const text = `select 1 from pg_stat_activity where ${state} and query like '%insert into ${table}.${table} %' and pid <> pg_backend_pid()`;
    return (await database.sql(text)).length > 0;
  };
  return waitFor(
    `an insert of ${table} that is made without its process`,
    async () => {
      const before = new Set(await rows());
      const key = randomUUID();
      let refused = false;
      const release = await database.hold(`lock table ${table}.${table} in share row exclusive mode`);
      const answered = unanswered(create(key));
      void answered.then(() => (refused = true));
      try {
        await waitFor("it to wait", async () => refused || inserting("wait_event_type = 'Lock'"));
        if (!refused) interrupt();
      } finally {
        await release();
      }
      if (refused) return false;
      const made = await waitFor("it to end", async () => !(await inserting("state = 'active'")) && rows());
      const id = made.find((one) => !before.has(one));
      if (id !== undefined) return { key, id, answered };
      await goOn();
      await answered;
      return false;
    },
    SEVERAL_CREATES_MS,
  );
}
