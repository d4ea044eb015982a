import { waitFor } from "@flowlix/testkit";
import type { Platform } from "./platform.ts";

type OfPlatform = Pick<Platform, "database">;
type Owner = "payments" | "refunds" | "payouts";

const HOLDER = "held by a test";

/** The rows of an owner's status syncs. */
const SYNCS = (owner: Owner) => `${owner}.jobs where task = '${owner}.lookDue'`;

/**
 * Nobody begins a status sync of the owner by the time until it is let go, as though a process held the job that never
 * ends. What a callback makes due is synced all the same, by the process that took it, with whatever else is due.
 */
export async function holdSyncs({ database }: OfPlatform, owner: Owner): Promise<void> {
  await waitFor("the end of the jobs under way", async () => {
    await database.sql(
      `update ${owner}.jobs set holder = $1, turn = turn + 1, held_from = platform.clock(), held_until = 'infinity'
        where task = '${owner}.lookDue' and (holder is null or held_until <= platform.clock())`,
      [HOLDER],
    );
    const others = await database.sql(`select from ${SYNCS(owner)} and holder <> $1`, [HOLDER]);
    return others.length === 0;
  });
}

export async function letSyncsGo({ database }: OfPlatform, owner: Owner): Promise<void> {
  await database.sql(
    `update ${owner}.jobs set holder = null, held_from = null, held_until = null,
            next_at = case lane when 0 then platform.clock() else 'infinity' end
      where holder = $1`,
    [HOLDER],
  );
}

/** How many jobs of status syncs were taken so far, and the database's milliseconds now. */
export async function jobsTaken(
  { database }: OfPlatform,
  owner: Owner,
  lanes = "true",
): Promise<{ readonly taken: number; readonly atMs: number }> {
  const [row] = await database.sql(
    `select sum(turn)::integer as taken, (extract(epoch from platform.clock()) * 1000)::float8 as at_ms
       from ${SYNCS(owner)} and ${lanes}`,
  );
  return { taken: Number(row?.["taken"]), atMs: Number(row?.["at_ms"]) };
}
