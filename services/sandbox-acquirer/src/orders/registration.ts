import type { Language } from "@flowlix/hosted-page/languages";
import type { ChallengeSecrets } from "../challenge/challenge-secrets.ts";
import { endsLater, needsChallenge, type Plan } from "./amounts.ts";

/** What a merchant registers an order with. */
export interface Registration {
  readonly reference: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly return_url: string;
  readonly callback_url?: string;
  /** Whom the payer pays, as its challenge names them. */
  readonly merchant_name?: string;
  /** Of the payer's browser, by its primary tag. */
  readonly language?: Language;
}

/** A registration with what its amount decides. */
export interface PlannedOrder {
  readonly registration: Registration;
  readonly plan: Plan;
}

/** What of it is stored, as rows of a statement. */
export const REGISTRATION_INPUT = [
  ["reference", "text"],
  ["amount", "bigint"],
  ["currency", "text"],
  ["first_state", "text"],
  ["first_code", "text"],
  ["later_state", "text"],
  ["later_code", "text"],
  ["quirk", "text"],
  ["challenge_hash", "bytea"],
  ["return_url_box", "bytea"],
  ["callback_url", "text"],
  ["merchant_name", "text"],
  ["language", "text"],
] as const;

export const REGISTRATION_COLUMNS = `reference, amount, currency, first_state, first_code, later_state, later_code, quirk,
  challenge_hash, return_url_box, callback_url, merchant_name, language`;

/**
 * What is not needed is not kept: only a challenge needs the way back and the payer's words, only a later result the
 * callback.
 */
export function registrationRow({ registration, plan }: PlannedOrder, secrets: ChallengeSecrets): unknown[] {
  const { reference, amount, currency, return_url, callback_url, merchant_name, language } = registration;
  const challenge = needsChallenge(plan);
  return [
    reference,
    amount,
    currency,
    plan.first.state === "succeeded" ? null : plan.first.state,
    plan.first.code,
    plan.later?.state,
    plan.later?.code,
    plan.quirk,
    challenge ? secrets.hashOf(secrets.tokenOf(reference)) : null,
    challenge ? secrets.encryptReturnUrl(reference, return_url) : null,
    endsLater(plan) ? callback_url : null,
    challenge ? merchant_name : null,
    challenge ? language : null,
  ];
}
