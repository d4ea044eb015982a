import type { FailureCode } from "@flowlix/contracts";
import type { Reply } from "../reply.ts";
import type { OrderRef } from "../order.ts";
import type {
  NotExecuted,
  Outcome,
  ReadOutcome,
  TransferOutcome,
  TransferRead,
  Unknown,
} from "../outcome.ts";
import { reversedBy } from "./idempotency-key.ts";
import { contradicting, contradictionOf, GARBLED, LOST, type Reading, type Refusal } from "./reading.ts";
import { cardRefusalOf, failureOf, refundRefusalOf } from "./response-codes.ts";
import type { WireAccepted, WireAction, WirePayment } from "./wire.ts";

/** Checkout.com ends a challenge that is not finished 15 minutes after it was asked for. */
const CHALLENGE_S = 15 * 60;

export const healthy = <O>(outcome: O): Reply<O> => ({ outcome, providerAtFault: false });
export const atFault = <O>(outcome: O): Reply<O> => ({ outcome, providerAtFault: true });

export const notExecuted = (cause: NotExecuted["cause"], retryAfterS?: number): NotExecuted => ({
  kind: "not_executed",
  cause,
  ...(retryAfterS === undefined ? {} : { retryAfterS }),
});

/** What a state says, of a payer's payment and of a payout alike. */
type State = Exclude<ReadOutcome, NotExecuted | { readonly kind: "absent" | "registered" }>;

const PROCESSING = { kind: "in_progress", stage: "processing" } as const;
const RECEIVED = { kind: "in_progress", stage: "received" } as const;
const failed = (code: FailureCode) => ({ kind: "failed", code }) as const;

/** Statuses that say that money is held or has moved. */
const APPROVED: ReadonlySet<string> = new Set([
  "Authorized",
  "Captured",
  "Partially Captured",
  "Partially Refunded",
  "Refunded",
  "Paid",
]);

/** Neither a status nor `approved` alone is believed where the other says the opposite; a code says only why. */
const contradictsItself = ({ status, approved }: WirePayment): boolean =>
  (approved === false && APPROVED.has(status)) || (approved === true && status === "Declined");

/**
 * What a payer's payment says (docs/acquirers/checkout.md#when-a-payment-has-succeeded). A status that we do not know
 * is still under way, unless it was not approved.
 * @param actions what was done with it, where that was asked for
 */
export function paymentStateOf(payment: WirePayment, actions: readonly WireAction[] = []): State {
  const { status, approved, _links } = payment;
  if (contradictsItself(payment)) return GARBLED;
  switch (status) {
    case "Pending": {
      const url = _links?.redirect?.href;
      return url === undefined ? RECEIVED : { kind: "action_required", url, expiresInS: CHALLENGE_S };
    }
    case "Authorized":
      return captureDeclinedOf(actions) ?? PROCESSING;
    case "Captured":
    case "Partially Refunded":
      return { kind: "succeeded" };
    case "Partially Captured":
      // We only ever ask for the whole.
      return contradicting("amount");
    case "Refunded":
      // What was given back is no charge any more; what was refunded is one.
      return { kind: actions.some(isReversal) ? "closed" : "succeeded" };
    case "Voided":
      return { kind: "closed" };
    case "Declined":
    case "Canceled":
      return failed(failureOf(codeOf(payment, actions)));
    case "Expired":
      return failed(failureOf(codeOf(payment, actions) ?? "20152"));
    default:
      return approved === false ? failed(failureOf(codeOf(payment, actions))) : PROCESSING;
  }
}

/** Whether its state can only be told with what was done with it. */
export const wantsActions = ({ status, response_code }: WirePayment): boolean =>
  status === "Authorized" ||
  status === "Refunded" ||
  (response_code === undefined && (status === "Declined" || status === "Canceled"));

const isReversal = ({ reference, approved }: WireAction): boolean =>
  reference !== undefined && reversedBy(reference) !== null && approved !== false;

/** An authorised payment whose capture was refused takes no money, and is not tried again. */
function captureDeclinedOf(actions: readonly WireAction[]): State | undefined {
  const declined = actions.find(({ type, approved }) => type === "Capture" && approved === false);
  return declined === undefined ? undefined : failed(failureOf(declined.response_code));
}

const codeOf = ({ response_code }: WirePayment, actions: readonly WireAction[]): string | undefined =>
  response_code ?? actions.find(({ approved }) => approved === false)?.response_code;

/** What a payout says: it is done when it was paid, and not before. */
export function payoutStateOf(payout: WirePayment, actions: readonly WireAction[] = []): TransferRead {
  const { status, approved } = payout;
  const code = codeOf(payout, actions);
  if (contradictsItself(payout)) return GARBLED;
  switch (status) {
    case "Paid":
      return { kind: "succeeded" };
    case "Returned":
      return { kind: "undone", reason: "payout_returned" };
    case "Declined":
    case "Canceled":
    case "Expired":
      return failed(failureOf(code));
    case "Pending":
      return PROCESSING;
    default:
      return approved === false ? failed(failureOf(code)) : PROCESSING;
  }
}

/** What a refund's action says; that it was accepted is not that it was done. */
export function refundStateOf({ approved, response_code }: WireAction): TransferRead {
  if (approved === undefined) return PROCESSING;
  return approved ? { kind: "succeeded" } : failed(failureOf(response_code));
}

/**
 * A refusal of what moves money. Not executed where Checkout.com says so in its own words: it keeps keys only with
 * answers of 2xx, so a 4xx of its own ran to its end and did nothing. A 429 says so too, since no reference is sent
 * twice: to a second request it might mean that the first is still running. A 5xx may come from anything on the way,
 * and after anything.
 */
export function refused(
  refusal: Refusal,
  failureIn: (errorCodes: readonly string[]) => FailureCode | undefined,
): Reply<NotExecuted | Unknown | { readonly kind: "failed"; readonly code: FailureCode }> {
  const { status, errorCodes, retryAfterS } = refusal;
  if (status === 429) return healthy(notExecuted("throttled", retryAfterS));
  if (status >= 500 || status === 408) return atFault(LOST);
  if (status === 401 || status === 403) return healthy(notExecuted("error"));
  const clientError = status >= 400 && status !== 409;
  if (errorCodes === null || !clientError) return { outcome: GARBLED, providerAtFault: status < 400 };
  const code = failureIn(errorCodes);
  return healthy(code === undefined ? notExecuted("error") : failed(code));
}

/** What submitting a payer's payment came to. */
export function submitReply(reading: Reading<WirePayment>, order: OrderRef): Reply<Outcome> {
  if (reading.kind === "not_sent") return atFault(notExecuted("unreachable"));
  if (reading.kind === "lost") return atFault(LOST);
  if (reading.kind === "refusal") return refused(reading, cardRefusalOf);
  return replyAbout(reading.value, order, () => {
    const state = paymentStateOf(reading.value);
    return state.kind === "closed" || state.kind === "undone" ? GARBLED : state;
  });
}

/** What submitting a payout came to. */
export function payoutReply(reading: Reading<WirePayment>, payout: OrderRef): Reply<TransferOutcome> {
  if (reading.kind === "not_sent") return atFault(notExecuted("unreachable"));
  if (reading.kind === "lost") return atFault(LOST);
  if (reading.kind === "refusal") return refused(reading, cardRefusalOf);
  return replyAbout(reading.value, payout, () => {
    const state = payoutStateOf(reading.value);
    return state.kind === "closed" || state.kind === "undone" || state.kind === "absent" ? GARBLED : state;
  });
}

/** What submitting a refund came to: 202 is accepted, not done. */
export function refundReply(reading: Reading<WireAccepted>, { reference }: OrderRef): Reply<TransferOutcome> {
  if (reading.kind === "not_sent") return atFault(notExecuted("unreachable"));
  if (reading.kind === "lost") return atFault(LOST);
  if (reading.kind === "refusal") return refused(reading, refundRefusalOf);
  const accepted = reading.value;
  if (accepted.reference !== undefined && accepted.reference !== reference)
    return atFault(contradicting("reference"));
  return healthy({ ...PROCESSING, acquirerId: accepted.action_id });
}

/** An answer about a payment counts only where it is ours; its own id comes along. */
export function replyAbout<O extends { readonly kind: string }>(
  payment: WirePayment,
  order: OrderRef,
  stateOf: () => O,
): Reply<(O & { readonly acquirerId?: string }) | Unknown> {
  const contradicts = contradictionOf(payment, order);
  if (contradicts !== undefined) return atFault(contradicting(contradicts));
  const state = stateOf();
  // What is not compared is not believed: only an answer that still waits for something names no amount.
  const isCompared = payment.amount !== undefined && payment.currency !== undefined;
  if (state.kind === "succeeded" && !isCompared) return atFault(GARBLED);
  return state.kind === "unknown" ? atFault(state) : healthy({ ...state, acquirerId: payment.id });
}

/** What a question came to that was not answered; it moves nothing. */
export function unanswered(reading: Exclude<Reading<unknown>, { readonly kind: "answer" }>): Reply<Unknown> {
  if (reading.kind !== "refusal") return atFault(LOST);
  const { status } = reading;
  if (status === 429) return healthy(LOST);
  if (status >= 500) return atFault(LOST);
  return { outcome: GARBLED, providerAtFault: status < 400 };
}
