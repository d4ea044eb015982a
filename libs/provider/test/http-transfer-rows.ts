import { CHOSEN, error, GARBLED, LOST, notExecuted } from "./http-behaviour.ts";
import type { Behaviour } from "./scripted-server.ts";

/** What refunds and payouts make of a behaviour, and whether it counts at the breaker. */
export interface TransferRow {
  readonly name: string;
  readonly behaviour: Behaviour | ((shown: object) => Behaviour);
  readonly submit: object;
  /** Of reading and of closing. */
  readonly read: object;
  readonly counts: boolean;
}

const shownAs = (differences: object) => (shown: object) => ({
  status: 200,
  body: { ...shown, ...differences },
});
const same = (outcome: object) => ({ submit: outcome, read: outcome });
const contradicting = (contradicts: string) => same({ ...GARBLED, contradicts });

export const TRANSFER_ROWS: readonly TransferRow[] = [
  {
    name: "received",
    behaviour: shownAs({ state: "received" }),
    ...same({ kind: "in_progress", stage: "received" }),
    counts: false,
  },
  {
    name: "processing",
    behaviour: shownAs({ state: "processing" }),
    ...same({ kind: "in_progress", stage: "processing" }),
    counts: false,
  },
  {
    name: "succeeded",
    behaviour: shownAs({ state: "succeeded" }),
    ...same({ kind: "succeeded" }),
    counts: false,
  },
  {
    name: "failed",
    behaviour: shownAs({ state: "failed", response_code: "51" }),
    ...same({ kind: "failed", code: "insufficient_funds" }),
    counts: false,
  },
  {
    name: "failed with a code we do not know",
    behaviour: shownAs({ state: "failed", response_code: "Z9" }),
    ...same({ kind: "failed", code: "generic_decline" }),
    counts: false,
  },
  {
    name: "cancelled",
    behaviour: shownAs({ state: "cancelled" }),
    submit: notExecuted("error"),
    read: { kind: "closed" },
    counts: false,
  },
  {
    name: "properties that we do not know",
    behaviour: shownAs({ state: "succeeded", scheme: { id: 1 } }),
    ...same({ kind: "succeeded" }),
    counts: false,
  },
  // Answers about something else
  {
    name: "another amount",
    behaviour: shownAs({ state: "succeeded", amount: 1001 }),
    ...contradicting("amount"),
    counts: true,
  },
  {
    name: "another currency",
    behaviour: shownAs({ state: "succeeded", currency: "USD" }),
    ...contradicting("currency"),
    counts: true,
  },
  {
    name: "another reference",
    behaviour: shownAs({ state: "succeeded", reference: "x_1" }),
    ...contradicting("reference"),
    counts: true,
  },
  {
    name: "another mode",
    behaviour: shownAs({ state: "succeeded", mode: "live" }),
    ...same(GARBLED),
    counts: true,
  },
  // Answers nobody can read
  {
    name: "a state that no transfer has",
    behaviour: shownAs({ state: "action_required" }),
    ...same(GARBLED),
    counts: true,
  },
  { name: "no JSON", behaviour: { status: 200, body: "{" }, ...same(GARBLED), counts: true },
  { name: "nothing at all", behaviour: { status: 200, body: "" }, ...same(GARBLED), counts: true },
  {
    name: "another status",
    behaviour: (shown) => ({ status: 202, body: { ...shown, state: "succeeded" } }),
    ...same(GARBLED),
    counts: true,
  },
  {
    name: "garbage that an amount asked for",
    behaviour: { status: 200, body: "{", headers: CHOSEN },
    ...same(GARBLED),
    counts: false,
  },
  // Refusals
  {
    name: "429",
    behaviour: { status: 429, body: error("throttled"), headers: { "retry-after": "7" } },
    submit: notExecuted("throttled", 7),
    read: LOST,
    counts: false,
  },
  {
    name: "503 that says not executed",
    behaviour: { status: 503, body: error("unavailable", false) },
    submit: notExecuted("unavailable"),
    read: LOST,
    counts: true,
  },
  {
    name: "503 that says nothing",
    behaviour: { status: 503, body: "upstream reset" },
    ...same(LOST),
    counts: true,
  },
  {
    name: "500 that says not executed",
    behaviour: { status: 500, body: error("not_executed", false) },
    submit: notExecuted("error"),
    read: LOST,
    counts: true,
  },
  {
    name: "500 that says nothing",
    behaviour: { status: 500, body: error("internal_error") },
    ...same(LOST),
    counts: true,
  },
  {
    name: "502 of something on the way",
    behaviour: { status: 502, body: "<html>" },
    ...same(LOST),
    counts: true,
  },
  {
    name: "404 of something on the way",
    behaviour: { status: 404, body: "not found" },
    ...same(GARBLED),
    counts: false,
  },
  {
    name: "404 for an order",
    behaviour: { status: 404, body: error("order_not_found") },
    ...same(GARBLED),
    counts: false,
  },
  {
    name: "409 for another of this reference",
    behaviour: { status: 409, body: error("reference_conflict", false) },
    ...same(GARBLED),
    counts: false,
  },
  {
    name: "401 that says not executed",
    behaviour: { status: 401, body: error("unauthorised", false) },
    submit: notExecuted("error"),
    read: GARBLED,
    counts: false,
  },
  {
    name: "400 that says nothing",
    behaviour: { status: 400, body: error("invalid_request") },
    ...same(GARBLED),
    counts: false,
  },
  // Connections
  { name: "a reset before any byte of an answer", behaviour: "reset", ...same(LOST), counts: true },
  { name: "a reset within the answer", behaviour: "reset_mid_answer", ...same(LOST), counts: true },
];
