import type { Pool } from "pg";
import { query } from "@flowlix/persistence";
import { KEPT } from "../callbacks/callback-news.ts";

/** Whose callbacks they are, and where their exceptions go. */
interface Where {
  readonly schema: string;
  readonly background: Pool;
  readonly newId: () => string;
}

const UNMATCHED_AFTER = "interval '24 hours'";

/** A table of callbacks, and how its exceptions name where they came from. */
export interface UnmatchedCallbacks {
  readonly table: string;
  readonly key: readonly string[];
  /** What is set besides. */
  readonly alsoSet: string;
  /** In what name it came, as SQL of `c`, and whose the reference would have to be. */
  readonly from: string;
  readonly whose: string;
}

export const OWN_CALLBACKS: UnmatchedCallbacks = {
  table: "callbacks",
  key: ["provider", "callback_id"],
  alsoSet: "",
  from: "c.provider",
  whose: "ours",
};

/** What a merchant's account signed of a reference that is not an object of that account. */
export const ACCOUNT_CALLBACKS: UnmatchedCallbacks = {
  table: "account_callbacks",
  key: ["provider", "provider_account", "callback_id"],
  alsoSet: `, purge_at = platform.clock() + ${KEPT}`,
  from: `c.provider || ' ' || c.provider_account`,
  whose: "this account''s",
};

/**
 * Makes exceptions of callbacks whose reference matched nothing for a day (docs/design/architecture.md#rule-8). Answers
 * one row for each callback taken; `object_id` is null where its exception is open already.
 */
export async function recordUnmatched(
  { schema, background, newId }: Where,
  { table, key, alsoSet, from, whose }: UnmatchedCallbacks,
  limit: number,
): Promise<{ object_id: string | null; detail: string }[]> {
  const keyOf = (row: string) => key.map((column) => `${row}.${column}`).join(", ");
  const ids = Array.from({ length: limit }, newId);
  return query(background, {
    name: `anomalies_record_unmatched_${table}`,
    text: `with stray as (
             update ${schema}.${table} as c set matched_at = platform.clock()${alsoSet}
              where (${keyOf("c")}) in
                    (select ${keyOf("old")} from ${schema}.${table} as old
                      where old.matched_at is null and old.received_at < (select platform.clock()) - ${UNMATCHED_AFTER}
                      limit $1 for update skip locked)
             returning c.reference, 'the provider "' || ${from} || '" reported "' || c.claimed_state
                                    || '" of a reference that is none of ${whose}' as detail
           ), made as (
             insert into ${schema}.anomalies (id, kind, object_id, detail, created_at)
             select ($2::text[])[row_number() over ()], 'unknown_reference', reference, min(detail), platform.clock()
               from stray group by reference
             on conflict (kind, object_id) where resolved_at is null do nothing
             returning object_id, detail
           )
           select made.object_id, stray.detail from stray left join made on made.object_id = stray.reference and made.detail = stray.detail`,
    values: [limit, ids],
  });
}
