import { Counter, Rate, Trend } from "k6/metrics";

/** From a create's first byte until its end was seen, repetitions included; ms. */
export const endToEnd = new Trend("payment_end_to_end", true);
/** From an event to its arrival at the sink, as the witness saw it; ms. */
export const webhookDelay = new Trend("webhook_delay", true);
/** Whether a journey came to the end it had to come to. */
export const businessOk = new Rate("business_ok");
/** An answer that the test does not provide for. */
export const unexpectedStatus = new Counter("unexpected_status");
/** Creates that had to be repeated, with their key. */
export const repeated = new Counter("repeated_requests");
/**
 * Creates whose first try was answered as a repetition: something between here and the platform had sent
 * it already. k6's own client does, where a connection that was used before dies with a request under way
 * and the request carries an Idempotency-Key (or is a read), and tells nobody.
 */
export const repeatedUnasked = new Counter("repeated_unasked");
/** Requests whose connection the platform ended before their answer, as the balancer saw it. */
export const cutRequests = new Counter("cut_requests");
/** Lines of the book that are taken for others', where there may be others. Fails nothing, and is told. */
export const unattributedLines = new Counter("unattributed_lines");
/** Creates of which no answer ever told. */
export const unclear = new Counter("unclear_answers");
/** A repetition that told something else than the first answer. */
export const replayMismatch = new Counter("replay_mismatch");
/** A key that took a body which was not its own. */
export const keyReuseTaken = new Counter("key_reuse_taken");
/** Payments whose `amount_refunded` moved only after their Refunds were read as SUCCEEDED. Fails nothing. */
export const sumsShownLate = new Counter("refund_sums_shown_late");
/** A 429 or 503 without Retry-After. */
export const withoutRetryAfter = new Counter("without_retry_after");

/** What the witness found, by kind; each must be nothing. */
export const FOUND = {
  duplicate: new Counter("duplicate_money"),
  lost: new Counter("lost_money"),
  over_refunded: new Counter("over_refunds"),
  misreported: new Counter("misreported_money"),
  unsettled: new Counter("unsettled_objects"),
  webhook_missing: new Counter("webhooks_missing"),
} as const;
/** Objects that were compared with API and book: a run that compared nothing proved nothing. */
export const truthCompared = new Counter("truth_compared");
/** Facts that the witness did not take; the comparison would not be whole. */
export const unwitnessed = new Counter("unwitnessed_facts");
