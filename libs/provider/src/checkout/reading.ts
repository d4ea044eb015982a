import type { Exchange } from "../http/exchange.ts";
import { retryAfterOf } from "../http/retry-after.ts";
import type { Contradiction, Unknown } from "../outcome.ts";
import type { OrderRef } from "../order.ts";
import { isLiveHost } from "./settings.ts";
import type { WirePayment, WireShapes } from "./wire.ts";

/** An exchange sorted by what it lets us know, before an operation gives it its meaning. */
export type Reading<T> =
  | { readonly kind: "answer"; readonly value: T }
  | Refusal
  | { readonly kind: "not_sent" }
  | { readonly kind: "lost" };

/** Any answer that is not what we asked for. */
export interface Refusal {
  readonly kind: "refusal";
  readonly status: number;
  /** Why, in Checkout.com's own words; null where it did not say that it was its own answer. */
  readonly errorCodes: readonly string[] | null;
  readonly retryAfterS: number | undefined;
}

/** The JSON value of a text, or undefined, which is no JSON value. What is null is as good as absent. */
export function parseAnswer(body: string | null): unknown {
  if (body === null) return undefined;
  try {
    return JSON.parse(body, (_name, value: unknown) => (value === null ? undefined : value));
  } catch {
    return undefined;
  }
}

export function readingOf<T>(
  exchange: Exchange,
  isShape: (value: unknown) => value is T,
  isError: WireShapes["isError"],
): Reading<T> {
  if (exchange.kind !== "answer") return exchange;
  const { status, headers } = exchange;
  const body = parseAnswer(exchange.body);
  if (status >= 200 && status < 300 && isShape(body)) return { kind: "answer", value: body };
  return {
    kind: "refusal",
    status,
    errorCodes: status >= 400 && isError(body) ? (body.error_codes ?? []) : null,
    retryAfterS: retryAfterOf(headers["retry-after"]),
  };
}

/** Whether an answer's own address is in the other of Checkout.com's two worlds; another address says nothing. */
function isOfTheOtherMode({ _links }: WirePayment, livemode: boolean): boolean {
  const isLive = isLiveHost(URL.parse(_links?.self?.href ?? "")?.hostname ?? "");
  return isLive !== null && isLive !== livemode;
}

/** How far clocks may be apart, and how long a request may wait at Checkout.com before it is written down. */
const TIME_TOLERANCE_MS = 10 * 60_000;

function isOfAnotherTime({ requested_on }: WirePayment, { submittedBetween }: OrderRef): boolean {
  if (requested_on === undefined || submittedBetween === undefined) return false;
  const atMs = Date.parse(requested_on);
  const { firstMs, lastMs } = submittedBetween;
  return !(atMs >= firstMs - TIME_TOLERANCE_MS && atMs <= lastMs + TIME_TOLERANCE_MS);
}

/**
 * What of a payment is not what our order says (docs/design/architecture.md#rule-2). An answer to a request that still
 * waits for the payer names neither amount nor currency.
 */
export function contradictionOf(payment: WirePayment, order: OrderRef): Contradiction | undefined {
  const { reference, amount, currency } = payment;
  if (reference !== order.reference || isOfAnotherTime(payment, order)) return "reference";
  if (amount !== undefined && amount !== order.amount) return "amount";
  if (currency !== undefined && currency !== order.currency) return "currency";
  return isOfTheOtherMode(payment, order.livemode) ? "mode" : undefined;
}

export const LOST: Unknown = { kind: "unknown", cause: "lost" };
export const GARBLED: Unknown = { kind: "unknown", cause: "garbled" };
export const contradicting = (contradicts: Contradiction): Unknown => ({ ...GARBLED, contradicts });
