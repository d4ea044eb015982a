import type { Evidence } from "../evidence.ts";
import type { OrderRef, RefundOrder } from "../order.ts";
import type { Contradiction, ReadOutcome, ReverseOutcome, TransferRead } from "../outcome.ts";
import { contradicting } from "./reading.ts";
import { factsOf, type SignedFacts } from "./signed-facts.ts";

type Facts = readonly SignedFacts[];

/** Those of some events that say that what the event is named after happened. */
const happened = (facts: Facts, ...events: readonly string[]): Facts =>
  facts.filter(({ event, success }) => success && events.includes(event));

const refused = (facts: Facts, event: string): Facts =>
  facts.filter((fact) => fact.event === event && !fact.success);

/** What is not the order's about the events that name its own amount. */
function contradictionOf(facts: Facts, order: OrderRef): Contradiction | undefined {
  if (facts.some(({ value }) => value !== order.amount)) return "amount";
  return facts.every(({ currency }) => currency === order.currency) ? undefined : "currency";
}

/**
 * What an order's webhooks say of it. They come in any order and more than once, so that what stands later in a
 * payment's life decides, whenever it came: given back, then a capture that failed, a capture, a cancellation, an
 * authorisation, a refusal. Of an order that is being closed an authorisation decides nothing before Adyen refused to
 * cancel it for the last time: its cancellation may be under way. The code of a refusal is not signed: what is read
 * here is a generic decline.
 */
export function readOrderOf(order: OrderRef, evidence: readonly Evidence[]): ReadOutcome {
  const facts = factsOf(evidence, order.reference);
  const authorised = happened(facts, "AUTHORISATION");
  const captured = happened(facts, "CAPTURE");
  const contradicts = contradictionOf([...authorised, ...captured], order);
  if (contradicts !== undefined) return contradicting(contradicts);
  // Two payments under one reference: nobody can say which is ours, and both took money.
  if (new Set(authorised.map(({ psp }) => psp)).size > 1) return contradicting("reference");
  const [own] = [...authorised, ...refused(facts, "AUTHORISATION")];
  const id = own === undefined ? {} : { acquirerId: own.psp };
  if (happened(facts, "CANCEL_OR_REFUND").length > 0) return { kind: "closed", ...id };
  if (happened(facts, "CAPTURE_FAILED").length > 0)
    return { kind: "undone", reason: "capture_declined", ...id };
  if (captured.length > 0) return { kind: "succeeded", ...id };
  if (happened(facts, "CANCELLATION", "TECHNICAL_CANCEL").length > 0) return { kind: "closed", ...id };
  if (authorised.length > 0)
    return mayBeCancelled(order, facts)
      ? { kind: "in_progress", stage: "received", ...id }
      : { kind: "succeeded", ...id };
  if (own !== undefined) return { kind: "failed", code: "generic_decline", ...id };
  return { kind: "absent" };
}

/**
 * How often an order is asked to be cancelled, each time after a refusal. What Adyen refused so often it goes on
 * refusing.
 */
export const CANCELLATIONS_MAX = 3;

const cancellationsRefused = (facts: Facts): number => refused(facts, "TECHNICAL_CANCEL").length;

/** Whether a cancellation that was asked for may still come to something: each that was refused is asked for again. */
const mayBeCancelled = ({ closingAsked }: OrderRef, facts: Facts): boolean =>
  closingAsked === true && cancellationsRefused(facts) < CANCELLATIONS_MAX;

/** How many cancellations of an order Adyen refused; each is asked for under a key of its own. */
export const refusedCancellations = (order: OrderRef, evidence: readonly Evidence[]): number =>
  cancellationsRefused(factsOf(evidence, order.reference));

/** Adyen's ids of what was authorised under an order's reference, by its webhooks and by the answer that told one. */
function authorisedIds({ acquirerId }: OrderRef, facts: Facts): ReadonlySet<string> {
  const reported = happened(facts, "AUTHORISATION").map(({ psp }) => psp);
  return new Set(acquirerId === undefined ? reported : [...reported, acquirerId]);
}

/**
 * Adyen's id of the one payment that was authorised; none where it is not known, or where several were: which of them
 * is to be given back is nobody's guess.
 */
export function authorisedIdOf(order: OrderRef, evidence: readonly Evidence[]): string | undefined {
  const [only, another] = authorisedIds(order, factsOf(evidence, order.reference));
  return another === undefined ? only : undefined;
}

/** How often an order is asked to be given back, each time after a refusal, as it is to be cancelled. */
const REVERSALS_MAX = 3;

/** What a new request to give back is named by: nothing the first time, then how many Adyen refused. */
export function refusedReversals(order: OrderRef, evidence: readonly Evidence[]): string | undefined {
  const { length } = refused(factsOf(evidence, order.reference), "CANCEL_OR_REFUND");
  return length === 0 ? undefined : String(length);
}

/**
 * Whether an order was given back, by its webhooks; one that was refused, or cancelled before, has nothing to give. Of
 * several payments under its reference one that was given back says nothing of the others.
 */
export function reversedOf(order: OrderRef, evidence: readonly Evidence[]): ReverseOutcome {
  const facts = factsOf(evidence, order.reference);
  if (authorisedIds(order, facts).size > 1) return "ambiguous";
  if (happened(facts, "CANCEL_OR_REFUND").length > 0) return "reversed";
  const { kind } = readOrderOf(order, evidence);
  if (kind === "failed" || kind === "closed") return "not_charged";
  return refused(facts, "CANCEL_OR_REFUND").length < REVERSALS_MAX ? "unknown" : "refused";
}

/**
 * What a refund's webhooks say of it. REFUND with success says that it was sent on its way, and is its success; the
 * payer's bank may still refuse it days later.
 */
export function readRefundOf(refund: RefundOrder, evidence: readonly Evidence[]): TransferRead {
  const facts = factsOf(evidence, refund.reference);
  const { chargeAcquirerId } = refund;
  const isOfAnother = ({ original }: SignedFacts): boolean =>
    original !== "" && chargeAcquirerId !== undefined && original !== chargeAcquirerId;
  if (facts.some(isOfAnother)) return contradicting("charge");
  const sent = happened(facts, "REFUND");
  const contradicts = contradictionOf(sent, refund);
  if (contradicts !== undefined) return contradicting(contradicts);
  const [own] = [...sent, ...refused(facts, "REFUND")];
  const id = own === undefined ? {} : { acquirerId: own.psp };
  if (happened(facts, "REFUND_FAILED", "REFUNDED_REVERSED").length > 0)
    return { kind: "undone", reason: "refund_failed_later", ...id };
  if (sent.length > 0) return { kind: "succeeded", ...id };
  if (own !== undefined) return { kind: "failed", code: "generic_decline", ...id };
  return { kind: "absent" };
}
