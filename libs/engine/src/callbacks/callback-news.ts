import { REFUSED_REQUEST } from "@flowlix/provider";

/**
 * Whether a callback says nothing new about an ended object `o`: it is not waiting for a status sync, and what is
 * claimed agrees with its end. `claim` names the row that has `claimed_state`. Of what was never submitted (VOIDED)
 * any claim is news; `undone` is of what succeeded.
 */
export const oldNews = (claim: string): string => `o.next_look_at is null and (
    (o.status = 'SUCCEEDED' and ${claim}.claimed_state not in ('failed', 'undone'))
    or (o.status in ('FAILED', 'EXPIRED') and ${claim}.claimed_state <> 'succeeded'))`;

/** Whether a callback says that a request of ours was refused, which changes nothing (`REFUSED_REQUEST`). */
export const refusesRequest = (claim: string): string => `${claim}.claimed_state like '${REFUSED_REQUEST}%'`;

/**
 * The same as `oldNews` of a callback of an account, which may speak in its acquirer's own words: only what is said in
 * ours, and says what the end is, is old, and a refused request never is news. Anything else is read once.
 */
export const noNews = (claim: string): string => `(${refusesRequest(claim)} or o.next_look_at is null and (
    (o.status = 'SUCCEEDED' and ${claim}.claimed_state = 'succeeded')
    or (o.status in ('FAILED', 'EXPIRED') and ${claim}.claimed_state = 'failed')))`;

/**
 * The same of the first account of an object that went to another one: it had executed nothing, so that anything but
 * that it failed is read (docs/decisions/0105-a-second-account.md).
 */
export const noNewsOfFirst = (claim: string): string =>
  `(${refusesRequest(claim)} or ${claim}.claimed_state = 'failed')`;

/**
 * Due now, as `o`. One that was not due had ended, so its count of syncs begins anew with the doubt. A provider that
 * calls back is answering, so whether the last sync hung counts no more.
 */
export const DUE_NOW = `next_look_at = platform.clock(), look_hung = false,
  look_count = case when o.next_look_at is null then 0 else o.look_count end`;

/** How long what was matched or given up is kept. */
export const KEPT = "interval '7 days'";
