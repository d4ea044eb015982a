import type { TransferRead } from "@flowlix/provider";
import type { ReportedEvent } from "./refund-lifecycle.ts";

/** An answer of the provider that decides something: an outcome, or the reference's confirmed closing. */
export type DecidedRead = Exclude<TransferRead, { kind: "unknown" | "absent" | "undone" }>;

export const isDecided = (outcome: TransferRead): outcome is DecidedRead =>
  outcome.kind !== "unknown" && outcome.kind !== "absent" && outcome.kind !== "undone";

// Nobody else can name this key, so that only `factOf` makes a fact.
const SAID: unique symbol = Symbol("what the provider said");

/**
 * What the provider said of an order: true for every attempt, at any time, and of every later version of the Refund
 * too, so `applyEvent` may apply it again to a newer row. What an attempt knows of itself alone is no such thing: see
 * `AttemptEnd` (docs/design/architecture.md#order-fact).
 */
export interface OrderFact {
  readonly [SAID]: ReportedEvent;
}

/** What a fact means to the lifecycle. */
export const eventOf = (fact: OrderFact): ReportedEvent => fact[SAID];

/**
 * The fact in an answer. Unknown outcomes and what was not executed never come here
 * (docs/design/architecture.md#rule-2).
 */
export function factOf(outcome: DecidedRead): OrderFact {
  switch (outcome.kind) {
    case "succeeded":
      return { [SAID]: { type: "succeeded" } };
    case "failed":
      return { [SAID]: { type: "failed", code: outcome.code } };
    case "in_progress":
      return { [SAID]: { type: "submitted" } };
    case "closed":
      // Never executed, and never will be: it was given up.
      return { [SAID]: { type: "failed", code: "processor_error" } };
  }
}
