import type { Platform } from "./platform.ts";

type OfPlatform = Pick<Platform, "database">;
type Owner = "payments" | "refunds" | "payouts";

/** The rows of an owner's status syncs. */
const SYNCS = (owner: Owner) => `${owner}.jobs where task = '${owner}.lookDue'`;

/** How many jobs of status syncs were taken so far, and the database's milliseconds now. */
export async function jobsTaken(
  { database }: OfPlatform,
  owner: Owner,
  slots = "true",
): Promise<{ readonly taken: number; readonly atMs: number }> {
  const [row] = await database.sql(
    `select sum(turn)::integer as taken, (extract(epoch from platform.clock()) * 1000)::float8 as at_ms
       from ${SYNCS(owner)} and ${slots}`,
  );
  return { taken: Number(row?.["taken"]), atMs: Number(row?.["at_ms"]) };
}
