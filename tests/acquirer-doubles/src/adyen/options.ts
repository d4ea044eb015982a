import { createHash } from "node:crypto";
import type { DoubleOptions } from "../shared/double.ts";

/** How the double knows who asks, and how it behaves; every part has a default. */
export interface AdyenDoubleOptions extends DoubleOptions {
  /** What its webhooks say of their mode; false unless told. */
  readonly live?: boolean;
  readonly merchantAccount?: string;
  readonly apiKey?: string;
  readonly hmacKey?: string;
  readonly balanceAccount?: string;
  readonly transfersApiKey?: string;
  readonly transfersHmacKey?: string;
  readonly reportUser?: string;
  readonly reportPassword?: string;
  /** IANA name of the time zone that its reports are cut in. */
  readonly timeZone?: string;
  /** After which results come that come later, in milliseconds. */
  readonly resultsAfterMs?: number;
  /** After which the list of transfers shows a new one. */
  readonly listedAfterMs?: number;
  /** While which a request with a key refuses another one of it. */
  readonly underWayMs?: number;
  /** What comes of an amount where no card holder's name says. */
  readonly outcomeOfAmount?: (amount: number) => ChosenOutcome | undefined;
}

/** What is to come of a payment, a refund or a transfer. */
export type ChosenOutcome =
  | "authorised"
  | "refused"
  | "challenge"
  | "received"
  | "pending"
  /** Captured, and the capture refused by the scheme. */
  | "capture_failed"
  /** Of a refund or a transfer: validated, and refused when its result comes. */
  | "refused_later"
  /** Of a refund: sent, and not taken by the payer's bank. Of a transfer: booked, and come back. */
  | "undone"
  /** Of a transfer: booked, and no word of the payee's bank. */
  | "booked_only"
  /** Answered with 429. */
  | "throttled"
  /** Executed, and the answer dropped. */
  | "lost"
  /** Not executed, and half an answer. */
  | "garbled";

export type AdyenRules = Required<
  Omit<AdyenDoubleOptions, "port" | "webhookUrl" | "mischief" | "webhookTries" | "timeStands">
>;

/** The names by which Adyen's test platform chooses a refusal, with its code. */
export const REFUSAL_OF_NAME: ReadonlyMap<string, string> = new Map([
  ["DECLINED", "2"],
  ["ACQUIRER_ERROR", "4"],
  ["BLOCK_CARD", "5"],
  ["CARD_EXPIRED", "6"],
  ["INVALID_AMOUNT", "7"],
  ["INVALID_CARD", "8"],
  ["ISSUER_UNAVAILABLE", "9"],
  ["NOT_SUPPORTED", "10"],
  ["NOT_3D_AUTHENTICATED", "11"],
  ["NOT_ENOUGH_BALANCE", "12"],
  ["FRAUD", "20"],
]);

/** The card that is challenged, at Adyen's test platform too. */
export const CHALLENGED_CARD = "4212345678901237";

/** A key in hexadecimal, as Adyen makes them; nobody keeps this one secret. */
const keyOf = (what: string): string => createHash("sha256").update(what).digest("hex").toUpperCase();

export const rulesOf = (options: AdyenDoubleOptions): AdyenRules => ({
  live: options.live ?? false,
  merchantAccount: options.merchantAccount ?? "FlowlixDouble",
  apiKey: options.apiKey ?? "double-checkout-key",
  hmacKey: options.hmacKey ?? keyOf("standard"),
  balanceAccount: options.balanceAccount ?? "BA00000000000000000DOUBLE",
  transfersApiKey: options.transfersApiKey ?? "double-transfers-key",
  transfersHmacKey: options.transfersHmacKey ?? keyOf("transfers"),
  reportUser: options.reportUser ?? "report@double",
  reportPassword: options.reportPassword ?? "double-report-password",
  timeZone: options.timeZone ?? "Europe/Amsterdam",
  resultsAfterMs: options.resultsAfterMs ?? 40,
  listedAfterMs: options.listedAfterMs ?? 0,
  underWayMs: options.underWayMs ?? 0,
  outcomeOfAmount: options.outcomeOfAmount ?? (() => undefined),
});
