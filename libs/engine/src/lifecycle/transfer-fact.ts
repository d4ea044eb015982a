import { acquirerIdOf, type TransferRead } from "@flowlix/provider";
import type { TransferEvent } from "./transfer-event.ts";

/** An answer of the provider that decides something: an outcome, or the reference's confirmed closing. */
export type DecidedTransfer = Exclude<TransferRead, { kind: "unknown" | "absent" }>;

export const isDecidedTransfer = (outcome: TransferRead): outcome is DecidedTransfer =>
  outcome.kind !== "unknown" && outcome.kind !== "absent";

// Nobody else can name this key, so that only `transferFactOf` makes a fact.
const SAID: unique symbol = Symbol("what the provider said");

/**
 * What the provider said of an order: true for every attempt, at any time, and of every later version of the object
 * too, so it may be applied again to a newer row. What an attempt knows of itself alone is no such thing
 * (docs/design/architecture.md#order-fact).
 */
export interface TransferFact {
  readonly [SAID]: (status: string) => TransferEvent;
  /** The acquirer's own id, where it was reported. */
  readonly acquirerId: string | null;
  /** Whether it says that money had moved and came back. */
  readonly isUndone: boolean;
}

/** What a fact means to an object as its row is now. */
export const transferEventOf = (fact: TransferFact, row: { readonly status: string }): TransferEvent =>
  fact[SAID](row.status);

/**
 * The fact in an answer. Unknown outcomes and what was not executed never come here
 * (docs/design/architecture.md#rule-2).
 */
export const transferFactOf = (outcome: DecidedTransfer): TransferFact => ({
  [SAID]: saidBy(outcome),
  acquirerId: acquirerIdOf(outcome),
  isUndone: outcome.kind === "undone",
});

type Said = TransferFact[typeof SAID];

function saidBy(outcome: DecidedTransfer): Said {
  switch (outcome.kind) {
    case "succeeded":
      return always({ type: "succeeded" });
    case "failed":
      return always({ type: "failed", code: outcome.code });
    case "in_progress":
      return always({ type: "submitted" });
    case "closed":
      return always(GIVEN_UP);
    case "undone":
      return undoneOf;
  }
}

/** Never executed, and never will be. */
const GIVEN_UP: TransferEvent = { type: "failed", code: "processor_error" };

const always =
  (event: TransferEvent): Said =>
  () =>
    event;

/** Where no success was reported, nothing has moved in the end. */
const undoneOf: Said = (status) => (status === "SUCCEEDED" ? { type: "undone" } : GIVEN_UP);
