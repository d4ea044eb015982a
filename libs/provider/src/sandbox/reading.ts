import type { Exchange } from "../http/exchange.ts";
import { retryAfterOf } from "../http/retry-after.ts";
import type { OrderRef } from "../order.ts";
import type {
  ActionRequired,
  Contradiction,
  NotExecuted,
  ReadOutcome,
  TransferRead,
  Undone,
  Unknown,
} from "../outcome.ts";
import { parseJson } from "../http/parse-json.ts";
import { actionExpiresInS } from "./chosen-by-amount.ts";
import { failureOf } from "./response-codes.ts";
import type { WireOrder, WireShapes, WireTransfer } from "./wire.ts";

/** The acquirer sets this on an answer that an amount asked for (docs/design/decisions.md#sandbox). */
const CHOSEN_HEADER = "sandbox-outcome";

/** What every object the acquirer shows says of itself, and what ours is compared with. */
type WireObject = Pick<WireOrder, "reference" | "amount" | "currency" | "mode">;

/** An exchange sorted by what it lets us know, before an operation gives it its meaning. */
export type Reading<W extends WireObject = WireOrder> =
  | { readonly kind: "order"; readonly order: W }
  | Refusal
  | { readonly kind: "not_sent" }
  | { readonly kind: "lost" };

/** Any answer that is not the order we asked about. */
export interface Refusal {
  readonly kind: "refusal";
  readonly status: number;
  /** The acquirer's own word for it; null when the body is none of its errors. */
  readonly code: string | null;
  /** The acquirer's explicit "not executed"; false only when it said so. */
  readonly saysNotExecuted: boolean;
  readonly retryAfterS: number | undefined;
  readonly providerAtFault: boolean;
  /** Set where the answer was an order, but not ours. */
  readonly contradicts: Contradiction | undefined;
}

/** What we asked about, and how an answer about it is known. */
export interface Asked<W extends WireObject> {
  readonly order: OrderRef;
  readonly isShape: (value: unknown) => value is W;
  readonly isError: WireShapes["isError"];
  /** What else of an answer has to be ours. */
  readonly contradictionOf?: (shown: W) => Contradiction | undefined;
}

/**
 * Reads an exchange about an order, a refund or a payout. It counts only when reference, amount,
 * currency and mode equal what we asked about (docs/design/architecture.md#rule-2).
 */
export function readingOf<W extends WireObject>(exchange: Exchange, asked: Asked<W>): Reading<W> {
  if (exchange.kind !== "answer") return exchange;
  const { status, headers } = exchange;
  const body = parseJson(exchange.body);
  const order = status === 200 && asked.isShape(body) ? body : null;
  const contradicts =
    order === null ? undefined : (contradictionOf(order, asked.order) ?? asked.contradictionOf?.(order));
  if (order !== null && contradicts === undefined) return { kind: "order", order };
  const error = status >= 400 && asked.isError(body) ? body.error : null;
  const clientError = status >= 400 && status < 500;
  return {
    kind: "refusal",
    status,
    code: error?.code ?? null,
    saysNotExecuted: error?.executed === false,
    retryAfterS: retryAfterOf(headers["retry-after"]),
    providerAtFault: !clientError && headers[CHOSEN_HEADER] !== "amount",
    contradicts,
  };
}

function contradictionOf(order: WireObject, asked: OrderRef): Contradiction | undefined {
  if (order.reference !== asked.reference) return "reference";
  if (order.amount !== asked.amount) return "amount";
  if (order.currency !== asked.currency) return "currency";
  return (order.mode === "sandbox") === asked.livemode ? "mode" : undefined;
}

/** What an order's state says, in our words. */
export function outcomeOf(order: WireOrder): Exclude<ReadOutcome, Undone> {
  switch (order.state) {
    case "registered":
      return { kind: "registered" };
    case "received":
    case "processing":
      return { kind: "in_progress", stage: order.state };
    case "action_required":
      return order.action_url === null
        ? { kind: "unknown", cause: "garbled" }
        : actionRequired(order.action_url, actionExpiresInS(order.amount));
    case "succeeded":
      // What was given back is no charge any more and can never become one again.
      return { kind: order.reversed ? "closed" : "succeeded" };
    case "failed":
      return { kind: "failed", code: failureOf(order.response_code) };
    case "cancelled":
      return { kind: "closed" };
    default:
      return order.state satisfies never;
  }
}

/** What the state of a refund or a payout says, in our words. */
export function transferOutcomeOf({ state, response_code }: WireTransfer): TransferState {
  switch (state) {
    case "received":
    case "processing":
      return { kind: "in_progress", stage: state };
    case "succeeded":
      return { kind: "succeeded" };
    case "failed":
      return { kind: "failed", code: failureOf(response_code) };
    case "cancelled":
      return { kind: "closed" };
    default:
      return state satisfies never;
  }
}

type TransferState = Exclude<TransferRead, Undone | Unknown | { readonly kind: "absent" }>;

const actionRequired = (url: string, expiresInS: number | undefined): ActionRequired => ({
  kind: "action_required",
  url,
  ...(expiresInS === undefined ? {} : { expiresInS }),
});

/** A refusal of a call that may have moved money all the same: lost if it was the server's, else garbled. */
export const unknownAfter = ({ status, contradicts }: Refusal): Unknown => ({
  kind: "unknown",
  cause: status >= 500 || status === 429 ? "lost" : "garbled",
  ...(contradicts === undefined ? {} : { contradicts }),
});

export const notExecuted = (cause: NotExecuted["cause"], retryAfterS?: number): NotExecuted => ({
  kind: "not_executed",
  cause,
  ...(retryAfterS === undefined ? {} : { retryAfterS }),
});
