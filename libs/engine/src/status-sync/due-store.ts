import type { OpenKind } from "@flowlix/contracts";
import { NOW_MS, query, type Pool } from "@flowlix/persistence";
import type { FreeSlots } from "@flowlix/runtime";
import { NOUNS, tableOf, type OwnerName } from "../owner/owner-name.ts";
import { dueIdsSql, noteHung } from "./due-ids.ts";
import { listOpenObjects, type OpenList, type OpenQuestion } from "./open-objects.ts";

/** An object claimed for a status sync; `leased_until` names the claim. */
export type DueObject<Row> = Row & {
  /** The database's time of the claim. */
  readonly now_ms: number;
  readonly leased_until: string;
  readonly look_hung: boolean;
  readonly provider_account: string | null;
};

/** A status sync that dies leaves its object to the next one after this long. */
const LEASE_MS = 60_000;

/** What a claim sets: nobody else claims the object until the lease is over. */
export const LEASE_SQL = `next_look_at = platform.clock() + ${LEASE_MS} * interval '1 ms'`;

/** What a claim returns of an object. */
export const claimedSql = ({ alias, columns }: Pick<DueTable, "alias" | "columns">): string =>
  `${columns}, ${NOW_MS} as now_ms, ${alias}.next_look_at::text as leased_until, ${alias}.look_hung, ${alias}.provider_account`;

export interface DueStore<Row> {
  /** Which have not ended and so are read again, of every merchant, oldest first. */
  listOpen(asked: OpenQuestion): Promise<OpenList>;
  claimDue(free: FreeSlots): Promise<DueObject<Row>[]>;
  /** Whether its last status sync hung; it comes with the next claim. */
  noteHung(id: string, hung: boolean): Promise<void>;
  /**
   * Notes that the acquirer does not know the object, where that may be final, or that it does after all; unless the
   * object has moved. Of several times in a row the first stays.
   */
  noteAbsence(id: string, version: number, isAbsent: boolean): Promise<void>;
  /** Keeps the acquirer's own id of it, unless there is one already. */
  keepAcquirerId(id: string, acquirerId: string): Promise<void>;
  /** Sets the next status sync, unless something made the object due again meanwhile. */
  reschedule(due: { readonly id: string; readonly leased_until: string }, inMs: number | null): Promise<void>;
}

export interface DueTable {
  readonly owner: OwnerName;
  /** What `columns` call the table. */
  readonly alias: string;
  /** Of a row, separated by commas. */
  readonly columns: string;
  /** Set by a claim besides the lease and the count of tries. */
  readonly alsoSet?: string;
}

/** Claims and reschedules of an owner's objects that are due (docs/design/architecture.md#status-sync). */
export function createDueStore<Row extends { readonly id: string }>(
  background: Pool,
  { owner, alias, columns, alsoSet }: DueTable,
): DueStore<Row> {
  const table = tableOf(owner);
  const kind: OpenKind = NOUNS[owner];
  const set = [
    LEASE_SQL,
    ...(alsoSet === undefined ? [] : [alsoSet]),
    `look_count = ${alias}.look_count + 1`,
  ];
  return {
    listOpen: (asked) => listOpenObjects(background, { kind, table }, asked),
    claimDue: ({ prompt, hung, crowded, crowdedHung }) =>
      query<DueObject<Row>>(background, {
        name: `${owner}_claim_due`,
        text: `update ${table} as ${alias} set ${set.join(", ")}
                where ${alias}.id = any (${dueIdsSql(table)}) returning ${claimedSql({ alias, columns })}`,
        values: [prompt, hung, crowded, crowdedHung],
      }),
    noteHung: (id, hung) => noteHung(background, table, id, hung),
    noteAbsence: async (id, version, isAbsent) => {
      await query(background, {
        name: `${owner}_note_absence`,
        text: `update ${table} as o set absent_at = case when $3::boolean then coalesce(o.absent_at, platform.clock()) end
                where o.id = $1 and o.version = $2`,
        values: [id, version, isAbsent],
      });
    },
    keepAcquirerId: async (id, acquirerId) => {
      await query(background, {
        name: `${owner}_keep_acquirer_id`,
        text: `update ${table} as o set acquirer_id = $2 where o.id = $1 and o.acquirer_id is null`,
        values: [id, acquirerId],
      });
    },
    reschedule: async ({ id, leased_until }, inMs) => {
      await query(background, {
        name: `${owner}_reschedule`,
        text: `update ${table} as o set next_look_at = platform.clock() + $3 * interval '1 ms'
                where o.id = $1 and o.next_look_at = $2::timestamptz`,
        values: [id, leased_until, inMs],
      });
    },
  };
}
