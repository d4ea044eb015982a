import type { Language } from "@flowlix/hosted-page/languages";
import { query } from "@flowlix/persistence";
import type { Pool } from "../pool.ts";
import { AUTHENTICATION_FAILED, type OrderState } from "../orders/amounts.ts";

export interface Challenge {
  readonly reference: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly state: OrderState;
  /** Of the current challenge, counted from 1. */
  readonly number: number;
  readonly return_url_box: Buffer;
  /** Null where the merchant gave none. */
  readonly merchant_name: string | null;
  /** Null where nothing is known of the payer's browser. */
  readonly language: Language | null;
}

const FIND = `
  select reference, amount, currency, state, coalesce(challenge_number, 1) as number, return_url_box,
         merchant_name, language
  from sandbox_acquirer.orders where challenge_hash = $1`;

/** The challenge behind a token's hash; undefined when there is none. */
export async function findChallenge(read: Pool, hash: Buffer): Promise<Challenge | undefined> {
  const [challenge] = await query<Challenge>(read, { name: "find_challenge", text: FIND, values: [hash] });
  return challenge;
}

/** What the payer did: `complete` has the amount decide, `fail` ends the order unauthenticated. */
export type ChallengeAction = "complete" | "fail";

const FINISH = `
  with finished as (
    update sandbox_acquirer.orders
    set state = case when $2 = 'complete' then later_state else 'failed' end,
      response_code = case when $2 = 'complete' then later_code else '${AUTHENTICATION_FAILED}' end,
      updated_at = (select platform.clock())
    where challenge_hash = $1 and state = 'action_required'
    returning *),
  charged as (
    insert into sandbox_acquirer.book (reference, kind, amount, currency, at)
    select reference, 'charge', amount, currency, updated_at from finished where state = 'succeeded')
  insert into sandbox_acquirer.callbacks (reference, callback_url, state, at)
  select reference, callback_url, state, updated_at from finished where callback_url is not null`;

/** Ends a challenge once; for one that has ended, or whose order was cancelled meanwhile, it does nothing. */
export async function finishChallenge(hot: Pool, hash: Buffer, action: ChallengeAction): Promise<void> {
  await query(hot, { name: "finish_challenge", text: FINISH, values: [hash, action] });
}

const LEAVE = `
  with next as (
    update sandbox_acquirer.orders set challenge_number = $2 + 1
    where challenge_hash = $1 and state = 'action_required' and coalesce(challenge_number, 1) = $2
    returning reference)
  select reference from next`;

/** The payer left the challenge of that number: the next one is another, at an address of its own. */
export async function leaveChallenge(hot: Pool, hash: Buffer, number: number): Promise<void> {
  await query(hot, { name: "leave_challenge", text: LEAVE, values: [hash, number] });
}
