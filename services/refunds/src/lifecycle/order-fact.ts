import { acquirerIdOf, type TransferRead } from "@flowlix/provider";
import type { RefundRow } from "../refund/refund.entity.ts";
import type { ReportedEvent } from "./refund-lifecycle.ts";

/** An answer of the provider that decides something: an outcome, or the reference's confirmed closing. */
export type DecidedRead = Exclude<TransferRead, { kind: "unknown" | "absent" }>;

export const isDecided = (outcome: TransferRead): outcome is DecidedRead =>
  outcome.kind !== "unknown" && outcome.kind !== "absent";

// Nobody else can name this key, so that only `factOf` makes a fact.
const SAID: unique symbol = Symbol("what the provider said");

/**
 * What the provider said of an order: true for every attempt, at any time, and of every later version of the Refund
 * too, so `applyEvent` may apply it again to a newer row. What an attempt knows of itself alone is no such thing: see
 * `AttemptEnd` (docs/design/architecture.md#order-fact).
 */
export interface OrderFact {
  readonly [SAID]: (row: RefundRow) => ReportedEvent;
  /** The acquirer's own id, where it was told. */
  readonly acquirerId: string | null;
}

/** What a fact means to a Refund as its row is now. */
export const eventOf = (fact: OrderFact, row: RefundRow): ReportedEvent => fact[SAID](row);

/**
 * The fact in an answer. Unknown outcomes and what was not executed never come here
 * (docs/design/architecture.md#rule-2).
 */
export function factOf(outcome: DecidedRead): OrderFact {
  const said = saidBy(outcome);
  return { [SAID]: said, acquirerId: acquirerIdOf(outcome) };
}

type Said = OrderFact[typeof SAID];

function saidBy(outcome: DecidedRead): Said {
  switch (outcome.kind) {
    case "succeeded":
      return always({ type: "succeeded" });
    case "failed":
      return always({ type: "failed", code: outcome.code });
    case "in_progress":
      return always({ type: "submitted" });
    case "closed":
      // Never executed, and never will be: it was given up.
      return always({ type: "failed", code: "processor_error" });
    case "undone":
      return undoneOf;
  }
}

const always =
  (event: ReportedEvent): Said =>
  () =>
    event;

/** Of what nobody was told that it succeeded, nothing has moved in the end. */
const undoneOf = ({ status }: RefundRow): ReportedEvent =>
  status === "SUCCEEDED" ? { type: "undone" } : { type: "failed", code: "processor_error" };
