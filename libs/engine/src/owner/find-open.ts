import { query, type Pool } from "@flowlix/persistence";
import { tableOf, type OwnerName } from "./owner-name.ts";

interface OwnersLifecycle<Status> {
  readonly owner: OwnerName;
  readonly isTerminal: (status: Status) => boolean;
}

/** Of these ids, of any merchant, those whose object may still change. */
export async function findOpen<Row extends { readonly id: string; readonly status: string }>(
  read: Pool,
  { owner, isTerminal }: OwnersLifecycle<Row["status"]>,
  ids: readonly Row["id"][],
): Promise<string[]> {
  const rows = await query<Pick<Row, "id" | "status">>(read, {
    name: `${owner}_open`,
    text: `select o.id, o.status from ${tableOf(owner)} as o where o.id = any ($1)`,
    values: [ids],
  });
  return rows.filter(({ status }) => !isTerminal(status)).map(({ id }) => id);
}
