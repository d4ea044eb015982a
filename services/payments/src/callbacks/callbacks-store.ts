import type { Pool } from "pg";
import { query } from "@flowlix/persistence";

export interface Callback {
  readonly provider: string;
  readonly callback_id: string;
  readonly reference: string;
  readonly claimed_state: string;
}

export interface CallbacksStore {
  /**
   * Keeps a callback once and makes its Payment due, in one transaction. An ended Payment becomes due
   * only where the claim contradicts its end, so that a look finds out. True where one became due.
   */
  accept(callback: Callback): Promise<boolean>;
  /** Matches callbacks that came before their Payment could be seen. */
  matchLate(limit: number): Promise<number>;
  deleteOld(limit: number): Promise<number>;
}

/**
 * Whether a callback tells an ended Payment nothing new: it is not waiting for a look, and what is
 * claimed agrees with its end. `claim` names the row that has `claimed_state`.
 */
const oldNews = (claim: string) => `p.next_look_at is null and (
    (p.status = 'SUCCEEDED' and ${claim}.claimed_state <> 'failed')
    or (p.status in ('FAILED', 'EXPIRED') and ${claim}.claimed_state <> 'succeeded'))`;

const KEPT = "interval '7 days'";

const ACCEPT = `
  with input as (select $1::text as provider, $2::text as callback_id, $3::text as reference, $4::text as claimed_state),
  matched as (
    select p.id, (${oldNews("input")}) as old_news
      from payments.payments as p, input where p.id = $3
  ), kept as (
    insert into payments.callbacks (provider, callback_id, reference, claimed_state, received_at, matched_at)
    select provider, callback_id, reference, claimed_state, platform.clock(),
           case when exists (select 1 from matched) then platform.clock() end
      from input
    on conflict (provider, callback_id) do nothing
    returning reference
  )
  update payments.payments as p set next_look_at = platform.clock()
    from kept, matched
   where p.id = $3 and p.id = kept.reference and p.id = matched.id and not matched.old_news
  returning 1 as due`;

export function createCallbacksStore(background: Pool): CallbacksStore {
  const count = async (name: string, text: string, values: unknown[]) =>
    (await query(background, { name, text, values })).length;
  return {
    accept: async ({ provider, callback_id, reference, claimed_state }) => {
      const due = await count("callbacks_accept", ACCEPT, [provider, callback_id, reference, claimed_state]);
      return due === 1;
    },
    matchLate: (limit) =>
      count(
        "callbacks_match_late",
        `with found as (
           update payments.callbacks as c set matched_at = platform.clock()
            where (c.provider, c.callback_id) in
                  (select early.provider, early.callback_id from payments.callbacks as early
                    cross join lateral (select 1 from payments.payments as p where p.id = early.reference limit 1) as known
                    where early.matched_at is null limit $1 for update of early skip locked)
           returning c.reference, c.claimed_state
         )
         update payments.payments as p set next_look_at = platform.clock()
           from found
          where p.id = found.reference and p.id = any (array(select f.reference from found as f))
            and not (${oldNews("found")})
         returning 1 as due`,
        [limit],
      ),
    deleteOld: (limit) =>
      count(
        "callbacks_delete_old",
        `delete from payments.callbacks as c
          where c.ctid = any (array(select old.ctid from payments.callbacks as old
                                     where old.received_at < (select platform.clock()) - ${KEPT} and old.matched_at is not null
                                     limit $1))
         returning 1 as deleted`,
        [limit],
      ),
  };
}
