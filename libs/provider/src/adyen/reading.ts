import type { Exchange } from "../http/exchange.ts";
import { retryAfterOf } from "../http/retry-after.ts";
import type { OrderRef } from "../order.ts";
import type { Contradiction, NotExecuted, Unknown } from "../outcome.ts";
import type { ProviderCall, Reply } from "../reply.ts";
import { parseJson } from "../http/parse-json.ts";
import type { Shape, WireAmount } from "./wire.ts";

/** An exchange sorted by what it lets us know, before an operation gives it its meaning. */
export type Reading<W> =
  | { readonly kind: "said"; readonly said: W }
  | Refusal
  /** An answer of success that nobody can read. */
  | { readonly kind: "unreadable" }
  | { readonly kind: "not_sent" }
  | { readonly kind: "lost" };

export interface Refusal {
  readonly kind: "refusal";
  readonly status: number;
  readonly retryAfterS: number | undefined;
  /** Adyen's own word that it is no verdict on the request: another of its key is under way, or it may be repeated. */
  readonly isPassing: boolean;
}

/** Adyen's header on an error that may be repeated with the same key. */
const TRANSIENT_HEADER = "transient-error";
/** A request of the same Idempotency-Key is under way, or was another one. */
const KEY_CLASH = "704";

/** @param isError the shape of the API's own errors, to read a clash of keys by */
export function readingOf<W>(
  exchange: Exchange,
  isShape: Shape<W>,
  isError: Shape<{ readonly errorCode?: string }>,
): Reading<W> {
  if (exchange.kind !== "answer") return exchange;
  const { status, headers } = exchange;
  const body = parseJson(exchange.body);
  if (status >= 200 && status < 300)
    return isShape(body) ? { kind: "said", said: body } : { kind: "unreadable" };
  return {
    kind: "refusal",
    status,
    retryAfterS: retryAfterOf(headers["retry-after"]),
    isPassing: headers[TRANSIENT_HEADER] === "true" || (isError(body) && body.errorCode === KEY_CLASH),
  };
}

export const LOST: Unknown = { kind: "unknown", cause: "lost" };
export const GARBLED: Unknown = { kind: "unknown", cause: "garbled" };
export const contradicting = (contradicts: Contradiction): Unknown => ({ ...GARBLED, contradicts });

export const healthy = <O>(outcome: O): Reply<O> => ({ outcome, providerAtFault: false });
export const atFault = <O>(outcome: O): Reply<O> => ({ outcome, providerAtFault: true });

export const notExecuted = (cause: NotExecuted["cause"], retryAfterS?: number): NotExecuted => ({
  kind: "not_executed",
  cause,
  ...(retryAfterS === undefined ? {} : { retryAfterS }),
});

/** By which an API says that it refused a request before it did anything with it. */
const REFUSED_OUTRIGHT: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 413, 415, 422]);

/**
 * What a call that moves money came to where it was not answered with what was asked for. Not executed only where
 * nothing was written or the API refused the request outright, and no request of the reference may have come before: a
 * repeat is refused for reasons that say nothing of the first one. A 5xx may come from anything on the way.
 */
export function refusedReply(
  reading: Exclude<Reading<never>, { readonly kind: "said" }>,
  { isRepeat }: Pick<ProviderCall, "isRepeat">,
): Reply<NotExecuted | Unknown> {
  if (reading.kind === "not_sent") return atFault(notExecuted("unreachable"));
  if (reading.kind === "lost") return atFault(LOST);
  if (reading.kind === "unreadable") return atFault(GARBLED);
  const { status, retryAfterS, isPassing } = reading;
  if (status >= 500) return atFault(LOST);
  if (isRepeat || isPassing) return healthy(LOST);
  if (status === 429) return healthy(notExecuted("throttled", retryAfterS));
  return REFUSED_OUTRIGHT.has(status) ? healthy(notExecuted("error")) : atFault(GARBLED);
}

/** What a question that moves nothing came to where it was not answered. */
export function unansweredReply(reading: Exclude<Reading<never>, { readonly kind: "said" }>): Reply<Unknown> {
  if (reading.kind === "unreadable") return atFault(GARBLED);
  if (reading.kind !== "refusal" || reading.status >= 500) return atFault(LOST);
  return healthy(reading.status === 429 || reading.isPassing ? LOST : GARBLED);
}

/** What of an amount is not the order's (docs/design/architecture.md#rule-2). */
export function amountContradiction(said: WireAmount, order: OrderRef): Contradiction | undefined {
  if (said.value !== order.amount) return "amount";
  return said.currency === order.currency ? undefined : "currency";
}
