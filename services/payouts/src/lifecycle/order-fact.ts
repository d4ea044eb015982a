import { acquirerIdOf, type TransferOutcome, type TransferRead } from "@flowlix/provider";
import type { PayoutRow } from "../payout/payout.entity.ts";
import type { ReportedEvent } from "./payout-lifecycle.ts";

/** An explicit answer of the provider about a payout, or the reference's confirmed closing. */
export type DecidedRead =
  | Extract<TransferOutcome, { kind: "succeeded" | "failed" | "in_progress" }>
  | Extract<TransferRead, { kind: "closed" | "undone" }>;

export const isDecided = (outcome: TransferRead): outcome is DecidedRead =>
  outcome.kind !== "unknown" && outcome.kind !== "absent";

// Nobody else can name this key, so that only `factOf` makes a fact.
const SAID: unique symbol = Symbol("what the provider said");

/**
 * What the provider said of an order: true for every attempt, at any time, and of every later version of the Payout
 * too, so `applyEvent` may apply it again to a newer row. What an attempt knows of itself alone is no such thing: see
 * `AttemptEnd` (docs/design/architecture.md#order-fact).
 */
export interface OrderFact {
  readonly [SAID]: (row: PayoutRow) => ReportedEvent;
  /** The acquirer's own id, where it was told. */
  readonly acquirerId: string | null;
}

/** What a fact means to a Payout as its row is now. */
export const eventOf = (fact: OrderFact, row: PayoutRow): ReportedEvent => fact[SAID](row);

/**
 * The fact in an answer; null for a payout that was merely received, which moves nothing. Unknown outcomes and what was
 * not executed never come here (docs/design/architecture.md#rule-2).
 */
export function factOf(outcome: DecidedRead): OrderFact | null {
  const said = saidBy(outcome);
  return said && { [SAID]: said, acquirerId: acquirerIdOf(outcome) };
}

type Said = OrderFact[typeof SAID];

function saidBy(outcome: DecidedRead): Said | null {
  switch (outcome.kind) {
    case "succeeded":
      return always({ type: "succeeded" });
    case "failed":
      return always({ type: "failed", code: outcome.code });
    case "in_progress":
      return outcome.stage === "processing" ? always({ type: "submitted" }) : null;
    case "closed":
      // Never paid, and never will be: it was given up.
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
const undoneOf = ({ status }: PayoutRow): ReportedEvent =>
  status === "SUCCEEDED" ? { type: "undone" } : { type: "failed", code: "processor_error" };
