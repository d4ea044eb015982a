import type { BegunSyncs } from "@flowlix/engine";
import type { TestDatabase } from "@flowlix/testkit";
import type { PaymentsDeps } from "../../src/deps.ts";
import { beginDue } from "../../src/status-sync/sync-due.ts";

/** Syncs what is due, so many at most, and answers what came of it when each has ended or hangs. */
export const syncPayments = async (
  deps: PaymentsDeps,
  limit: number,
): Promise<Awaited<BegunSyncs["counts"]>> => (await beginDue(deps, limit)).counts;

/** After how many milliseconds a Payment is due for a status sync; less than 0 where it is late. */
export async function dueInMs({ sql }: Pick<TestDatabase, "sql">, id: string): Promise<number> {
  const [row] = await sql(
    "select (extract(epoch from next_look_at - platform.clock()) * 1000)::float8 as in_ms from payments.payments where id = $1",
    [id],
  );
  const ms: unknown = row?.["in_ms"];
  if (typeof ms !== "number") throw new Error(`no status sync of ${id} is due`);
  return ms;
}
