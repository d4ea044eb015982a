import type { Reply } from "../reply.ts";
import type {
  NotExecuted,
  Outcome,
  ReadOutcome,
  RegisterOutcome,
  ReverseOutcome,
  TransferOutcome,
  TransferRead,
  Unknown,
} from "../outcome.ts";
import { losesItsAnswer } from "./chosen-by-amount.ts";
import {
  notExecuted,
  outcomeOf,
  transferOutcomeOf,
  unknownAfter,
  type Reading,
  type Refusal,
} from "./reading.ts";
import type { WireTransfer } from "./wire.ts";

const LOST: Unknown = { kind: "unknown", cause: "lost" };
const GARBLED: Unknown = { kind: "unknown", cause: "garbled" };

const healthy = <O>(outcome: O): Reply<O> => ({ outcome, providerAtFault: false });
const atFault = <O>(outcome: O): Reply<O> => ({ outcome, providerAtFault: true });

/**
 * Registering moves no money, so whatever did not answer with an order is known not to have been
 * executed; only an order that contradicts ours, and an answer nobody can read, are left unknown.
 */
export function registerReply(reading: Reading): Reply<RegisterOutcome> {
  if (reading.kind === "not_sent" || reading.kind === "lost") return atFault(notExecuted("unreachable"));
  if (reading.kind === "order") {
    const outcome = outcomeOf(reading.order);
    if (outcome.kind === "absent") return atFault(GARBLED);
    return healthy(outcome.kind === "closed" ? notExecuted("error") : outcome);
  }
  const { status, code, retryAfterS, providerAtFault } = reading;
  if (status === 429) return { outcome: notExecuted("throttled", retryAfterS), providerAtFault };
  if (status === 503) return { outcome: notExecuted("unavailable", retryAfterS), providerAtFault };
  const inWords = status >= 500 || (code !== null && code !== "reference_conflict");
  return { outcome: inWords ? notExecuted("error") : unknownAfter(reading), providerAtFault };
}

/**
 * What authorising came to. Not executed only where the acquirer says so in its own words (a 429, an
 * order it does not know or that is cancelled, `executed: false`) or where nothing was written; a bare
 * 5xx may come from anything on the way and leaves it open. A reference that stands for something else
 * contradicts, whatever this request did.
 */
export function authoriseReply(reading: Reading): Reply<Outcome> {
  if (reading.kind === "not_sent") return atFault(notExecuted("unreachable"));
  if (reading.kind === "lost") return atFault(LOST);
  if (reading.kind === "order") {
    const outcome = outcomeOf(reading.order);
    if (outcome.kind === "closed") return healthy(notExecuted("error"));
    return outcome.kind === "registered" || outcome.kind === "absent" ? atFault(GARBLED) : healthy(outcome);
  }
  if (reading.code === "order_not_found")
    return { outcome: notExecuted("error"), providerAtFault: reading.providerAtFault };
  return refused(reading);
}

/** As for `authoriseReply`; an acquirer of before authorisations came along with the order only registered it. */
export function registerAndAuthoriseReply(reading: Reading): Reply<RegisterOutcome> {
  const isRegistered = reading.kind === "order" && reading.order.state === "registered";
  return isRegistered ? healthy({ kind: "registered" }) : authoriseReply(reading);
}

/** A refusal of what moves money; a reference that stands for something else contradicts, whatever this request did. */
function refused(refusal: Refusal): Reply<NotExecuted | Unknown> {
  const { status, code, saysNotExecuted, retryAfterS, providerAtFault } = refusal;
  if (status === 429) return { outcome: notExecuted("throttled", retryAfterS), providerAtFault };
  if (saysNotExecuted && status === 503)
    return { outcome: notExecuted("unavailable", retryAfterS), providerAtFault };
  if (saysNotExecuted && code !== "reference_conflict")
    return { outcome: notExecuted("error"), providerAtFault };
  return { outcome: unknownAfter(refusal), providerAtFault };
}

/** What the acquirer says of an order when it is read or closed. */
export function readReply(reading: Reading): Reply<ReadOutcome> {
  if (reading.kind === "not_sent" || reading.kind === "lost") return atFault(LOST);
  if (reading.kind === "order") return healthy(outcomeOf(reading.order));
  const { code, providerAtFault } = reading;
  if (code === "order_not_found") return { outcome: { kind: "absent" }, providerAtFault };
  return { outcome: unknownAfter(reading), providerAtFault };
}

export function reverseReply(reading: Reading): Reply<ReverseOutcome> {
  if (reading.kind === "not_sent" || reading.kind === "lost") return atFault("unknown");
  if (reading.kind === "order") return healthy(reading.order.reversed ? "reversed" : "unknown");
  return {
    outcome: reading.code === "not_charged" ? "not_charged" : "unknown",
    providerAtFault: reading.providerAtFault,
  };
}

/**
 * What submitting a refund or a payout came to. Not executed as for `authoriseReply`; a reference that
 * stands for something else leaves it unknown, whatever this request did.
 */
export function submitReply(reading: Reading<WireTransfer>): Reply<TransferOutcome> {
  if (reading.kind === "not_sent") return atFault(notExecuted("unreachable"));
  if (reading.kind === "lost") return atFault(LOST);
  if (reading.kind === "order") {
    const outcome = transferOutcomeOf(reading.order);
    return healthy(outcome.kind === "closed" ? notExecuted("error") : outcome);
  }
  return refused(reading);
}

/** What the acquirer says of a refund or a payout when it is read or closed. */
export function readTransferReply(reading: Reading<WireTransfer>): Reply<TransferRead> {
  if (reading.kind === "not_sent" || reading.kind === "lost") return atFault(LOST);
  if (reading.kind === "order") return healthy(transferOutcomeOf(reading.order));
  const { code, providerAtFault } = reading;
  if (code === "refund_not_found" || code === "payout_not_found")
    return { outcome: { kind: "absent" }, providerAtFault };
  return { outcome: unknownAfter(reading), providerAtFault };
}

/**
 * A merchant who sends an amount that loses its answer must not open the breaker for everybody. Only
 * the dropped connection is excused: that the acquirer does not answer at all is not the amount's doing.
 */
export function excusedByAmount<O>(
  reply: Reply<O>,
  amount: number,
  reading: { readonly kind: string },
  signal: AbortSignal,
): Reply<O> {
  const chosen = reading.kind === "lost" && !signal.aborted && losesItsAnswer(amount);
  return chosen ? { outcome: reply.outcome, providerAtFault: false, saysNothing: true } : reply;
}
