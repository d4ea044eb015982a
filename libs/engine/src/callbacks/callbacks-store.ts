import { LATE_EXCEPTIONS, OPEN_STATUSES } from "@flowlix/contracts";
import type { Pool } from "pg";
import { sourceValues, type JournalTables, type StatementSource } from "@flowlix/ledger";
import { query } from "@flowlix/persistence";
import { isFirstAccountSql } from "../routing/route-columns.ts";
import { DUE_NOW, KEPT, oldNews } from "./callback-news.ts";

export interface Callback {
  readonly provider: string;
  readonly callback_id: string;
  readonly reference: string;
  readonly claimed_state: string;
}

/** Where the callbacks are kept, `<schema>.callbacks`, and the table of the objects they are about. */
export interface CallbacksTable {
  readonly schema: string;
  readonly objects: string;
  /** The exception of what such an object moved and that went the other way. */
  readonly undone: JournalTables["undone"];
}

export interface EndedAsked extends StatementSource {
  readonly livemode: boolean;
  readonly ids: readonly string[];
  readonly taken_back?: boolean | undefined;
}

export interface CallbacksStore {
  /**
   * Keeps a callback once and makes its object due, in one transaction. An ended object becomes due
   * only where the claim contradicts its end, so that a status sync finds out. True where one became due.
   */
  accept(callback: Callback): Promise<boolean>;
  /**
   * Makes objects due that ended without moving money, or, where their money was taken back, that succeeded; answers
   * how many. Of their first account, which had executed nothing, any that ended. Left out are those that are due
   * already or went to another account, and those with an exception for what the
   * provider moved after their end (`anomalies` of `schema`).
   */
  makeEndedDue(asked: EndedAsked): Promise<number>;
  /** Matches callbacks that came before their object could be seen. */
  matchLate(limit: number): Promise<number>;
  deleteOld(limit: number): Promise<number>;
}

const texts = (values: readonly string[]) => values.map((value) => `'${value}'`).join(", ");

const acceptSql = ({ schema, objects }: CallbacksTable) => `
  with input as (select $1::text as provider, $2::text as callback_id, $3::text as reference, $4::text as claimed_state),
  matched as (
    select o.id, (${oldNews("input")}) as old_news
      from ${schema}.${objects} as o, input where o.id = $3
  ), kept as (
    insert into ${schema}.callbacks (provider, callback_id, reference, claimed_state, received_at, matched_at)
    select provider, callback_id, reference, claimed_state, platform.clock(),
           case when exists (select 1 from matched) then platform.clock() end
      from input
    on conflict (provider, callback_id) do nothing
    returning reference
  )
  update ${schema}.${objects} as o set ${DUE_NOW}
    from kept, matched
   where o.id = $3 and o.id = kept.reference and o.id = matched.id and not matched.old_news
  returning 1 as due`;

/** So many at once are synced as they come. More are spread, so that they hold up no other object. */
const AT_ONCE = 16;

/** Locks in the order of the ids: two calls with some in common wait for each other, and none for ever. */
export const endedDueSql = ({ schema, objects, undone }: CallbacksTable) => `
  with ended as (
    select o.id from ${schema}.${objects} as o
     where o.id = any ($2::text[]) and o.livemode = $1 and o.next_look_at is null
       and case when $3::text is null or o.provider = $3 and o.provider_account is not distinct from $4
                then case when $5 then o.status = 'SUCCEEDED' else o.status not in (${texts([...OPEN_STATUSES, "SUCCEEDED"])}) end
                else not $5 and o.status not in (${texts(OPEN_STATUSES)}) and ${isFirstAccountSql(schema, "$4")} end
       and not exists (select from ${schema}.anomalies as a
                        where a.object_id = o.id and a.kind in (${texts(LATE_EXCEPTIONS)}))
       and not exists (select from ${schema}.anomalies as a where a.object_id = o.id and a.kind = '${undone}')
     order by o.id for update of o
  )
  update ${schema}.${objects} as o
     set next_look_at = platform.clock() + case when cardinality($2::text[]) > ${AT_ONCE} then random() else 0 end * interval '10 minutes',
         look_count = 0, look_hung = false
    from ended where o.id = any ($2::text[]) and o.id = ended.id
  returning 1 as due`;

/** Callbacks about the objects of one table, which has `id`, `status`, `next_look_at`, `look_count` and `look_hung`. */
export function createCallbacksStore(background: Pool, table: CallbacksTable): CallbacksStore {
  const { schema, objects } = table;
  const accept = acceptSql(table);
  const endedDue = endedDueSql(table);
  const count = async (name: string, text: string, values: unknown[]) =>
    (await query(background, { name, text, values })).length;
  return {
    accept: async ({ provider, callback_id, reference, claimed_state }) => {
      const due = await count("callbacks_accept", accept, [provider, callback_id, reference, claimed_state]);
      return due === 1;
    },
    makeEndedDue: ({ livemode, ids, taken_back = false, ...source }) =>
      count("callbacks_make_ended_due", endedDue, [livemode, ids, ...sourceValues(source), taken_back]),
    matchLate: (limit) =>
      count(
        "callbacks_match_late",
        `with found as (
           update ${schema}.callbacks as c set matched_at = platform.clock()
            where (c.provider, c.callback_id) in
                  (select early.provider, early.callback_id from ${schema}.callbacks as early
                    cross join lateral (select 1 from ${schema}.${objects} as o where o.id = early.reference limit 1) as known
                    where early.matched_at is null limit $1 for update of early skip locked)
           returning c.reference, c.claimed_state
         ), locked as (
           select o.id from ${schema}.${objects} as o
            where o.id = any (array(select f.reference from found as f)) order by o.id for update of o
         )
         update ${schema}.${objects} as o set ${DUE_NOW}
           from found, locked
          where o.id = locked.id and o.id = found.reference and o.id = any (array(select f.reference from found as f))
            and not (${oldNews("found")})
         returning 1 as due`,
        [limit],
      ),
    deleteOld: (limit) =>
      count(
        "callbacks_delete_old",
        `delete from ${schema}.callbacks as c
          where c.ctid = any (array(select old.ctid from ${schema}.callbacks as old
                                     where old.received_at < (select platform.clock()) - ${KEPT} and old.matched_at is not null
                                     limit $1))
         returning 1 as deleted`,
        [limit],
      ),
  };
}
