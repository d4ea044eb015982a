import type { Pool } from "pg";
import { query } from "@flowlix/persistence";

/** Stands for the installation's own acquirer, where others are named by a merchant's account. */
export const OWN_ACQUIRER = "";

/**
 * The ids that a claim takes of a table with `next_look_at` and `look_hung`: `$1` of those that are due and did not
 * hang at their last status sync, and `$2` of those that did. What hangs has an order of its own, and so never stands
 * before the others. `$3`: accounts to skip among the former; `$4`: among the latter.
 */
export const dueIdsSql = (table: string): string => {
  const due = (hung: string, limit: string, without: string) =>
    `array(select due.id from ${table} as due
            where ${hung} and due.next_look_at <= (select platform.clock())
              and coalesce(due.provider_account, '${OWN_ACQUIRER}') <> all (${without}::text[])
            order by due.next_look_at limit ${limit} for update skip locked)`;
  return `${due("not due.look_hung", "$1", "$3")} || ${due("due.look_hung", "$2", "$4")}`;
};

/** Remembers of an object whether its last status sync hung. One that was made due meanwhile is as if it never had. */
export async function noteHung(pool: Pool, table: string, id: string, hung: boolean): Promise<void> {
  await query(pool, {
    name: "looks_note_hung",
    text: `update ${table} as o set look_hung = $2 where o.id = $1 and o.look_hung <> $2 and (not $2 or o.next_look_at > platform.clock())`,
    values: [id, hung],
  });
}
