import type { Outcome } from "@flowlix/provider";
import type { PaymentEvent } from "./payment-lifecycle.ts";

/** An explicit answer of the provider about an order: a fact, whoever asked. */
export type ExplicitOutcome = Extract<
  Outcome,
  { kind: "succeeded" | "failed" | "action_required" | "in_progress" }
>;

/**
 * What an explicit outcome means to the lifecycle; null for an order that was merely received, which
 * moves nothing. Unknown outcomes never come here (architecture §2 rule 2).
 */
export function eventOf(
  outcome: ExplicitOutcome,
  nowMs: number,
  actionExpiryMs: number,
): PaymentEvent | null {
  switch (outcome.kind) {
    case "succeeded":
      return { type: "succeeded" };
    case "failed":
      return { type: "failed", code: outcome.code };
    case "in_progress":
      return outcome.stage === "processing" ? { type: "submitted" } : null;
    case "action_required": {
      // The provider may give its step less time than we do, never more.
      const theirs = outcome.expiresInS === undefined ? Number.POSITIVE_INFINITY : outcome.expiresInS * 1000;
      const expiresAtMs = Math.floor(nowMs + Math.min(actionExpiryMs, theirs));
      return { type: "action_required", reason: "three_d_secure", url: outcome.url, expiresAtMs };
    }
  }
}
