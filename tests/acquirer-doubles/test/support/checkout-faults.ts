import type { Fault } from "../../src/index.ts";

export const LOST = { kind: "unknown", cause: "lost" };
export const GARBLED = { kind: "unknown", cause: "garbled" };
const notExecuted = (cause: string, more: object = {}) => ({ kind: "not_executed", cause, ...more });
const NOT_EXECUTED = notExecuted("error");
const failed = (code: string) => ({ kind: "failed", code });
const same = (outcome: object) => ({ payment: outcome, refund: outcome, payout: outcome });

/** What a submission comes to, for each of what moves money. */
export interface SubmitFault {
  readonly name: string;
  readonly fault: Fault;
  readonly executed: boolean;
  readonly outcome: Readonly<Record<"payment" | "refund" | "payout", object>>;
  /** Whether it counts at the breaker. */
  readonly isAtFault: boolean;
}

const BAD_GATEWAY = "<html><body><h1>502 Bad Gateway</h1></body></html>";
const errors = (...error_codes: string[]) => ({
  request_id: "r",
  error_type: "request_invalid",
  error_codes,
});
const before = (status: number, body?: unknown, headers: Record<string, string> = {}): Fault => ({
  kind: "answer_before",
  answer: { status, headers, ...(body === undefined ? {} : { body }) },
});
const after = (status: number, body?: unknown): Fault => ({
  kind: "answer_after",
  answer: { status, ...(body === undefined ? {} : { body }) },
});

const refusal = (name: string, fault: Fault, outcome: SubmitFault["outcome"]): SubmitFault => ({
  name,
  fault,
  executed: false,
  outcome,
  isAtFault: false,
});
/** Whether it was executed nobody can say, and sometimes it was. */
const lost = (name: string, fault: Fault, executed: boolean): SubmitFault => ({
  name,
  fault,
  executed,
  outcome: same(LOST),
  isAtFault: true,
});
const unread = (name: string, fault: Fault, executed: boolean, isAtFault = true): SubmitFault => ({
  name,
  fault,
  executed,
  outcome: same(GARBLED),
  isAtFault,
});
const contradicting = (name: string, set: Record<string, unknown>, contradicts: string): SubmitFault => ({
  name,
  fault: { kind: "changed", set },
  executed: true,
  outcome: same({ ...GARBLED, contradicts }),
  isAtFault: true,
});

const SERVER_ERRORS: readonly (readonly [name: string, status: number, body?: unknown])[] = [
  ["a bare 500", 500],
  ["a 500 in JSON", 500, { request_id: "r", error_type: "internal_error" }],
  ["a 502 in HTML", 502, BAD_GATEWAY],
  ["a bare 503", 503],
  ["a bare 504", 504],
  ["a 408", 408],
];

export const SUBMIT_FAULTS: readonly SubmitFault[] = [
  lost("dropped before it was executed", { kind: "drop_before" }, false),
  lost("dropped after it was executed", { kind: "drop_after" }, true),
  lost("cut off within its answer", { kind: "cut" }, true),
  ...SERVER_ERRORS.flatMap(([name, status, body]) => [
    lost(`${name} before it was executed`, before(status, body), false),
    lost(`${name} after it was executed`, after(status, body), true),
  ]),
  refusal(
    "a first 429",
    before(429, undefined, { "retry-after": "7" }),
    same(notExecuted("throttled", { retryAfterS: 7 })),
  ),
  refusal("a 401", before(401), same(NOT_EXECUTED)),
  refusal("a bare 403", before(403), same(NOT_EXECUTED)),
  refusal("a 400 in its own words", before(400, errors("amount_invalid")), same(NOT_EXECUTED)),
  refusal(
    "a 422 for a field of ours",
    before(422, errors("processing_channel_id_invalid")),
    same(NOT_EXECUTED),
  ),
  refusal("a 422 for the card's number", before(422, errors("card_number_invalid")), {
    payment: failed("invalid_number"),
    payout: failed("invalid_number"),
    refund: NOT_EXECUTED,
  }),
  refusal("a 422 for the card's expiry", before(422, errors("card_expired")), {
    payment: failed("expired_card"),
    payout: failed("expired_card"),
    refund: NOT_EXECUTED,
  }),
  refusal("a 422 for more than is left", before(422, errors("refund_amount_exceeds_balance")), {
    payment: NOT_EXECUTED,
    payout: NOT_EXECUTED,
    refund: failed("invalid_amount"),
  }),
  unread("a 422 in HTML", before(422, "<html>"), false, false),
  unread("a 404 without a word", before(404), false, false),
  unread("a 409 in its own words", before(409, errors("conflict")), false, false),
  unread("a redirect", before(302, "", { location: "https://elsewhere.example/" }), false),
  unread("half a JSON", { kind: "half" }, true),
  unread("a 200 in HTML", after(200, "<html>Authorized</html>"), true),
  unread("a 201 without an id", { kind: "changed", set: { id: null, action_id: null } }, true),
  contradicting("another reference", { reference: "pay_anothers" }, "reference"),
];

/** The outcome of a look-up under a fault, for every kind of object. */
export interface ReadFault {
  readonly name: string;
  readonly fault: Fault;
  readonly outcome: object;
  readonly isAtFault: boolean;
}

export const READ_FAULTS: readonly ReadFault[] = [
  { name: "dropped", fault: { kind: "drop_before" }, outcome: LOST, isAtFault: true },
  { name: "cut off within its answer", fault: { kind: "cut" }, outcome: LOST, isAtFault: true },
  ...SERVER_ERRORS.filter(([, status]) => status >= 500).map(([name, status, body]) => ({
    name,
    fault: before(status, body),
    outcome: LOST,
    isAtFault: true,
  })),
  { name: "a 429", fault: before(429), outcome: LOST, isAtFault: false },
  { name: "a 401", fault: before(401), outcome: GARBLED, isAtFault: false },
  { name: "a 404, which is not absent", fault: before(404), outcome: GARBLED, isAtFault: false },
  { name: "half a JSON", fault: { kind: "half" }, outcome: GARBLED, isAtFault: true },
  { name: "a 200 in HTML", fault: after(200, "<html>"), outcome: GARBLED, isAtFault: true },
];
