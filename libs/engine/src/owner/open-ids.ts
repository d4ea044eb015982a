import { query, type Pool } from "@flowlix/persistence";
import { tableOf, type OwnerName } from "./owner-name.ts";

interface Lifecycle {
  readonly owner: OwnerName;
  isTerminal(status: string): boolean;
}

/** Of these ids, of any merchant, those whose object may still change. */
export async function findOpen(read: Pool, lifecycle: Lifecycle, ids: readonly string[]): Promise<string[]> {
  const rows = await query<{ id: string; status: string }>(read, {
    name: `${lifecycle.owner}_open`,
    text: `select o.id, o.status from ${tableOf(lifecycle.owner)} as o where o.id = any ($1)`,
    values: [ids],
  });
  return rows.filter(({ status }) => !lifecycle.isTerminal(status)).map(({ id }) => id);
}
