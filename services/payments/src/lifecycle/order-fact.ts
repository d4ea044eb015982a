import { acquirerIdOf, type Outcome, type ReadOutcome } from "@flowlix/provider";
import type { DatabaseTime } from "@flowlix/persistence";
import type { PaymentRow } from "../payment/payment.entity.ts";
import type { PaymentEvent } from "./payment-lifecycle.ts";

/** An explicit answer of the provider about an order. It is a fact for every attempt. */
export type ExplicitOutcome = Extract<
  Outcome,
  { kind: "succeeded" | "failed" | "action_required" | "in_progress" }
>;

/** The same of a read or a closing, which can also confirm that the order was closed. */
export type ExplicitRead = ExplicitOutcome | Extract<ReadOutcome, { kind: "closed" | "undone" }>;

// Nobody else can name this key, so that only `factOf` makes a fact.
const SAID: unique symbol = Symbol("what the provider said");

/**
 * What the provider said of an order. It is true of every later version of the Payment too, so `applyEvent`
 * may apply it again to a newer row. What an attempt knows of itself alone is no such thing: see `AttemptEnd`
 * (docs/design/architecture.md#order-fact).
 */
export interface OrderFact {
  readonly [SAID]: (row: PaymentRow, time: DatabaseTime) => PaymentEvent;
  /** The acquirer's own id of the order, where it was told. */
  readonly acquirerId: string | null;
}

/** What a fact means to a Payment as its row is now. */
export const eventOf = (fact: OrderFact, row: PaymentRow, time: DatabaseTime): PaymentEvent =>
  fact[SAID](row, time);

/**
 * The fact in an explicit answer; null for an order that was merely received, which moves nothing. Unknown
 * outcomes and what was not executed never come here (docs/design/architecture.md#rule-2).
 */
export function factOf(outcome: ExplicitRead, nowMs: number, actionExpiryMs: number): OrderFact | null {
  const said = saidBy(outcome, nowMs, actionExpiryMs);
  return said && { [SAID]: said, acquirerId: acquirerIdOf(outcome) };
}

type Said = OrderFact[typeof SAID];

function saidBy(outcome: ExplicitRead, nowMs: number, actionExpiryMs: number): Said | null {
  switch (outcome.kind) {
    case "succeeded":
      return always({ type: "succeeded" });
    case "failed":
      return always({ type: "failed", code: outcome.code });
    case "in_progress":
      return outcome.stage === "processing" ? always({ type: "submitted" }) : null;
    case "action_required": {
      // The provider may give its step less time than we do, never more.
      const theirs = outcome.expiresInS === undefined ? Number.POSITIVE_INFINITY : outcome.expiresInS * 1000;
      const expiresAtMs = Math.floor(nowMs + Math.min(actionExpiryMs, theirs));
      return always({ type: "action_required", reason: "three_d_secure", url: outcome.url, expiresAtMs });
    }
    case "closed":
      return endOfClosed;
    case "undone":
      return undoneOf;
  }
}

const always =
  (event: PaymentEvent): Said =>
  () =>
    event;

/** A closed order was never charged and never will be: the customer's time ran out, or it was given up. */
function endOfClosed(row: PaymentRow, time: DatabaseTime): PaymentEvent {
  const timeIsOver = row.action_expires_at !== null && row.action_expires_at.getTime() <= time.nowMs();
  return row.status === "REQUIRES_ACTION" && timeIsOver
    ? { type: "action_expired" }
    : { type: "failed", code: "processor_error" };
}

/** Of what nobody was told that it succeeded, nothing has moved in the end. */
const undoneOf = ({ status }: PaymentRow): PaymentEvent =>
  status === "SUCCEEDED" ? { type: "undone" } : { type: "failed", code: "processor_error" };

/** Whether the fact says that the order was not charged and never will be. */
export const saysNeverCharged = (outcome: ExplicitRead): boolean =>
  outcome.kind === "failed" || outcome.kind === "closed";
