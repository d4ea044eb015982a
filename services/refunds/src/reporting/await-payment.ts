import type { Deadline } from "@flowlix/provider";
import { DomainError } from "@flowlix/runtime";
import type { RefundsDeps } from "../deps.ts";
import type { RefundRow } from "../refund/refund.entity.ts";
import { isShown, reportOnce, type Reported } from "./report-to-payment.ts";

export type AwaitPaymentDeps = Pick<
  RefundsDeps,
  "payments" | "reports" | "reportLoop" | "metrics" | "logger" | "pause"
>;

/** For whom it is waited. */
export interface Waiter {
  readonly requestId: string;
  readonly deadline: Deadline;
}

/** Longer than a statement of the other owner waits for a lock. The next try goes to another of its processes. */
const TRY_MS = 5_000;
const FIRST_PAUSE_MS = 100;
const PAUSE_MAX_MS = 2_000;
/** So many tries and their pauses fill an owner's share of a request's deadline. */
const TRIES_MAX = 16;
const RETRY_AFTER_S = 5;

/**
 * Resolves with `shown` when the Payment shows what is recorded of its Refund, and with `refused` at once where its
 * owner refuses for good. Errors: service_unavailable where the Payment's owner cannot be had in time; a create's key
 * keeps its Refund.
 */
export async function waitUntilShown(
  deps: AwaitPaymentDeps,
  row: RefundRow,
  { requestId, deadline }: Waiter,
): Promise<Exclude<Reported, "not_yet">> {
  if (isShown(row)) return "shown";
  let pauseMs = FIRST_PAUSE_MS;
  for (let tries = 1; ; tries += 1) {
    const timeoutMs = Math.min(TRY_MS, deadline.remainingMs());
    const reported = await reportOnce(deps, row, { requestId, timeoutMs, background: false });
    if (reported !== "not_yet") return reported;
    if (tries === TRIES_MAX || deadline.remainingMs() <= pauseMs) break;
    await deps.pause(pauseMs);
    pauseMs = Math.min(2 * pauseMs, PAUSE_MAX_MS);
  }
  throw new DomainError("service_unavailable", { key: "hold", retryAfterS: RETRY_AFTER_S });
}

/**
 * Resolves when the Payment shows what is recorded of its Refund. No status is shown before. A merchant who knows
 * one reads it, or a later one, everywhere (docs/design/architecture.md#shown-first). Errors: service_unavailable where
 * the Payment's owner cannot be had in time, internal_error at once where it refuses; a create's key keeps its Refund.
 */
export async function requireShown(deps: AwaitPaymentDeps, row: RefundRow, waiter: Waiter): Promise<void> {
  if ((await waitUntilShown(deps, row, waiter)) === "refused")
    throw new DomainError("internal_error", { key: "hold" });
}
