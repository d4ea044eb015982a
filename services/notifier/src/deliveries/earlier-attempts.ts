import { EARLIER_ATTEMPTS_MAX, type DeliveryAttempt } from "@flowlix/contracts";
import { msSql } from "@flowlix/persistence";

/** A try before the last one, as `earlier` of its delivery keeps it. */
export interface EarlierAttempt extends Omit<DeliveryAttempt, "at"> {
  /** Which try of the delivery it was, from 1 on. */
  readonly attempt: number;
  readonly at_ms: number;
}

const LAST = `jsonb_build_array(jsonb_build_object(
  'attempt', d.attempts, 'at_ms', ${msSql("d.last_at")}, 'http_status', d.last_http_status, 'error', d.last_error,
  'duration_ms', d.last_duration_ms, 'response_prefix', d.last_response_prefix, 'resent_by', d.last_resent_by))`;

/**
 * `earlier` of `notifier.deliveries as d` once another try is recorded: what was the last one is its newest. A first
 * try writes nothing, which is all that most deliveries have.
 */
export const EARLIER_ATTEMPTS = `case
  when d.last_at is null then d.earlier
  when d.earlier is null then ${LAST}
  when jsonb_array_length(d.earlier) < ${EARLIER_ATTEMPTS_MAX} then d.earlier || ${LAST}
  else (d.earlier - 0) || ${LAST} end`;

export const attemptOf = ({ attempt: _attempt, at_ms: at, ...result }: EarlierAttempt): DeliveryAttempt => ({
  at: Math.floor(at / 1_000),
  ...result,
});
