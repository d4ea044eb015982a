import { query, type Pool } from "@flowlix/persistence";
import { EVIDENCE_MAX, orderNamed, REFUSALS_MAX, type CallbackKind, type Evidence } from "@flowlix/provider";
import { DUE_NOW, KEPT, noNews, noNewsOfFirst, refusesRequest } from "../callbacks/callback-news.ts";
import { kindOf, tableOf, type OwnerName } from "../owner/owner-name.ts";
import { isFirstAccountSql } from "../routing/route-columns.ts";

/** A merchant's account at an acquirer, by whose key a callback was signed. */
export interface AccountOfCallback {
  readonly provider: string;
  readonly provider_account: string;
}

/** A callback as its owner keeps it. */
export interface AccountCallback {
  readonly callback_id: string;
  /** Our object's id, which `reference` names. */
  readonly object_id: string;
  readonly reference: string;
  readonly claimed_state: string;
  /** Unix seconds, as the acquirer says. */
  readonly at: number;
  /** Null where the acquirer can be read. */
  readonly evidence: string | null;
}

/** What keeping some callbacks came to. */
export interface KeptCallbacks {
  /** Objects that became due. */
  readonly due: number;
  /** Ids of the callbacks that speak of an object of this account. */
  readonly matched: readonly string[];
  /** Those that were one too many of their account or reference and are not kept. */
  readonly dropped: number;
}

export interface EvidenceStore {
  /**
   * Keeps callbacks of one account, each once, and makes their objects due, all in one transaction or none. Only
   * objects that went to this very account are matched, and what it says of the first order of one that went to another
   * account instead. Repeating it changes nothing.
   */
  accept(account: AccountOfCallback, callbacks: readonly AccountCallback[]): Promise<KeptCallbacks>;
  /** All that was kept of what this account's callbacks say of a reference, oldest first. */
  read(account: AccountOfCallback, reference: string): Promise<readonly Evidence[]>;
  /** Matches those that came before their object could be seen; answers how many became due. */
  matchLate(limit: number): Promise<number>;
  deleteOld(limit: number): Promise<number>;
}

/** Callbacks of an account that name no object of it: more are answered and not kept. */
export const UNMATCHED_MAX = 10_000;

/** What crowds out nothing but its like: refusals of each request of ours, and all that happened. */
const crowd = (claim: string): string =>
  `case when ${refusesRequest(claim)} then ${claim}.claimed_state else '' end`;

/** Whether the object `o` is at that account, as SQL. */
const isAtSql = (provider: string, account: string): string =>
  `(o.provider = ${provider} and o.provider_account = ${account})`;

/**
 * Whether the object `o` is what the account's callback `claim` is about. A first account had the first order alone.
 */
const isMeantSql = (owner: OwnerName, claim: string, provider: string, account: string): string =>
  `(${isAtSql(provider, account)}
    or ${claim}.reference = ${claim}.object_id and ${isFirstAccountSql(owner, account)})`;

/** Whether a callback that is about `o` says nothing new of it. */
const isOldSql = (claim: string, provider: string, account: string): string =>
  `case when ${isAtSql(provider, account)} then ${noNews(claim)} else ${noNewsOfFirst(claim)} end`;

const acceptSql = (owner: OwnerName, unmatchedMax: number) => `
  with given as (
    select distinct on (g.callback_id) g.*
      from jsonb_to_recordset($3::jsonb) as g (callback_id text, object_id text, reference text, claimed_state text, at bigint, evidence text)
     order by g.callback_id
  ), matched as (
    select g.callback_id, o.id, ${isOldSql("g", "$1", "$2")} as old_news
      from given as g join ${tableOf(owner)} as o on o.id = g.object_id and ${isMeantSql(owner, "g", "$1", "$2")}
  ), fresh as (
    select g.*, m.id, ${refusesRequest("g")} as is_refusal,
           row_number() over (partition by g.reference, g.evidence is null, ${crowd("g")} order by g.callback_id) as place
      from given as g left join matched as m on m.callback_id = g.callback_id
     where not exists (select from ${owner}.account_callbacks as k
                        where k.provider = $1 and k.provider_account = $2 and k.callback_id = g.callback_id)
  ), kept as (
    insert into ${owner}.account_callbacks
      (provider, provider_account, callback_id, object_id, reference, claimed_state, said_at, evidence, received_at, matched_at, purge_at)
    select $1, $2, g.callback_id, g.object_id, g.reference, g.claimed_state, timestamptz 'epoch' + g.at * interval '1 s', g.evidence,
           platform.clock(), case when g.id is not null then platform.clock() end,
           case when g.evidence is null then platform.clock() + ${KEPT} end
      from fresh as g
     where case when g.id is null
                then (select count(*) from (select from ${owner}.account_callbacks as u
                       where u.provider = $1 and u.provider_account = $2 and u.matched_at is null limit ${unmatchedMax}) as strays) < ${unmatchedMax}
                else (select count(*) from ${owner}.account_callbacks as k
                       where k.object_id = g.object_id and k.provider = $1 and k.provider_account = $2 and k.reference = g.reference
                         and (k.evidence is null) = (g.evidence is null) and ${crowd("k")} = ${crowd("g")}) + g.place
                     <= case when g.is_refusal then ${REFUSALS_MAX} else ${EVIDENCE_MAX} end end
     order by g.callback_id
    on conflict (provider, provider_account, callback_id) do nothing
    returning callback_id
  ), news as (
    select o.id from ${tableOf(owner)} as o
     where o.id = any (array(select m.id from matched as m join kept as k on k.callback_id = m.callback_id where not m.old_news))
     order by o.id for update of o
  ), due as (
    update ${tableOf(owner)} as o set ${DUE_NOW} from news
     where o.id = any (array(select m.id from matched as m)) and o.id = news.id returning 1
  )
  select (select count(*) from due)::integer as due, array(select callback_id from matched) as matched,
         (select count(*) from given as g where not exists (select from kept as k where k.callback_id = g.callback_id)
             and not exists (select from ${owner}.account_callbacks as k
                              where k.provider = $1 and k.provider_account = $2 and k.callback_id = g.callback_id))::integer as dropped`;

/** The callbacks of accounts about the objects of one owner (docs/decisions/0103-callbacks-as-evidence.md). */
export function createEvidenceStore(
  background: Pool,
  owner: OwnerName,
  unmatchedMax = UNMATCHED_MAX,
): EvidenceStore {
  const accept = acceptSql(owner, unmatchedMax);
  const kind: CallbackKind = kindOf(owner);
  const count = async (name: string, text: string, limit: number) =>
    (await query(background, { name: `${owner}_${name}`, text, values: [limit] })).length;
  return {
    accept: async ({ provider, provider_account }, callbacks) => {
      const [kept] = await query<KeptCallbacks>(background, {
        name: `${owner}_account_callbacks_accept_${unmatchedMax}`,
        text: accept,
        values: [provider, provider_account, JSON.stringify(callbacks)],
      });
      if (kept === undefined) throw new Error("the database kept nothing");
      return kept;
    },
    read: async ({ provider, provider_account }, reference) => {
      const rows = await query<Omit<Evidence, "kind">>(background, {
        name: `${owner}_evidence`,
        text: `select c.callback_id as "callbackId", c.reference, extract(epoch from c.said_at)::bigint as at, c.evidence
                 from ${owner}.account_callbacks as c
                where c.object_id = $4 and c.provider = $1 and c.provider_account = $2 and c.reference = $3 and c.evidence is not null
                order by c.said_at, c.received_at, c.callback_id`,
        values: [provider, provider_account, reference, orderNamed(reference).id],
      });
      return rows.map((row) => ({ ...row, kind }));
    },
    matchLate: (limit) => count("account_callbacks_match_late", matchLateSql(owner), limit),
    deleteOld: (limit) =>
      count(
        "account_callbacks_delete_old",
        `delete from ${owner}.account_callbacks as c
          where c.ctid = any (array(select old.ctid from ${owner}.account_callbacks as old
                                     where old.purge_at < (select platform.clock()) and old.matched_at is not null limit $1))
         returning 1 as deleted`,
        limit,
      ),
  };
}

/** The id as objects have it: their index serves no other collation, and without it all of them are gone through. */
const idOf = (claim: string): string => `${claim}.object_id collate "default"`;

const matchLateSql = (owner: OwnerName) => `
  with found as (
    update ${owner}.account_callbacks as c set matched_at = platform.clock()
     where (c.provider, c.provider_account, c.callback_id) in
           (select early.provider, early.provider_account, early.callback_id from ${owner}.account_callbacks as early
             cross join lateral (select 1 from ${tableOf(owner)} as o
                                  where o.id = ${idOf("early")}
                                    and ${isMeantSql(owner, "early", "early.provider", "early.provider_account")} limit 1) as known
             where early.matched_at is null limit $1 for update of early skip locked)
    returning ${idOf("c")} as object_id, c.claimed_state, c.provider, c.provider_account
  ), locked as (
    select o.id from ${tableOf(owner)} as o
     where o.id = any (array(select f.object_id from found as f)) order by o.id for update of o
  )
  update ${tableOf(owner)} as o set ${DUE_NOW}
    from found, locked
   where o.id = locked.id and o.id = found.object_id and o.id = any (array(select f.object_id from found as f))
     and not ${isOldSql("found", "found.provider", "found.provider_account")}
  returning 1 as due`;
