import { Counter, Rate, Trend } from "k6/metrics";

/** From the first try of a create until its end was seen; ms. */
export const endToEnd = new Trend("payment_end_to_end", true);
/** From an event to its arrival at the sink, as the verifier saw it; ms. */
export const webhookDelay = new Trend("webhook_delay", true);
/** Whether a journey ended as it has to. */
export const businessOk = new Rate("business_ok");
/** An answer that the test does not provide for. */
export const unexpectedStatus = new Counter("unexpected_status");
/** Creates that had to be repeated, with their key. */
export const repeated = new Counter("repeated_requests");
/**
 * Creates whose first try was answered as a repetition: it had been sent twice. k6's own client sends a
 * request again, and reports nothing, where a reused connection dies and the request is a read or has an
 * Idempotency-Key.
 */
export const repeatedUnasked = new Counter("repeated_unasked");
/** Requests whose connection the platform ended before their answer, as the balancer saw it. */
export const cutRequests = new Counter("cut_requests");
/** Lines of the book that are taken for other users of the acquirer. Reported, and fails nothing. */
export const unattributedLines = new Counter("unattributed_lines");
/** Creates that no answer ever said the outcome of. */
export const unclear = new Counter("unclear_answers");
/** A repetition whose answer differs from the first. */
export const replayMismatch = new Counter("replay_mismatch");
/** A key that was accepted with another body. */
export const keyReuseTaken = new Counter("key_reuse_taken");
/** Payments whose `amount_refunded` moved only after their Refunds were read as SUCCEEDED. Fails nothing. */
export const sumsShownLate = new Counter("refund_sums_shown_late");
/** A 429 or 503 without Retry-After. */
export const withoutRetryAfter = new Counter("without_retry_after");

/** What the verifier found, by kind; each must be nothing. */
export const FOUND = {
  duplicate: new Counter("duplicate_money"),
  lost: new Counter("lost_money"),
  over_refunded: new Counter("over_refunds"),
  misreported: new Counter("misreported_money"),
  unsettled: new Counter("unsettled_objects"),
  webhook_missing: new Counter("webhooks_missing"),
} as const;
/** Objects that were compared with API and book. A run that compared none proves nothing. */
export const objectsCompared = new Counter("truth_compared");
/** Facts that the verifier did not take. Without them the comparison is not whole. */
export const factsNotTaken = new Counter("unwitnessed_facts");
