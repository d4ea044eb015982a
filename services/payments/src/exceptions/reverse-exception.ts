import type { ExceptionRecord, Params, paymentsContract } from "@flowlix/contracts";
import { deadlineIn, type OrderRef, type Provider, type ReverseOutcome } from "@flowlix/provider";
import { DomainError } from "@flowlix/runtime";
import { recordException } from "@flowlix/engine";
import type { PaymentsDeps } from "../deps.ts";
import { isTerminal } from "../lifecycle/payment-lifecycle.ts";
import { earlierOrdersOf } from "../payment/earlier-orders.ts";
import { askedOrderOf, earlierOrderOf } from "../payment/order.ts";
import type { PaymentRow } from "../payment/payment.entity.ts";

const DEADLINE_MS = 15_000;
const RETRY_AFTER_S = 5;

/**
 * Gives a charge back that must not stand: reversed at the provider once, by its reference, then ended with an audit
 * row (docs/design/decisions.md#charged-after-end). A crash in between leaves the exception open; repeating is safe.
 * Errors: object_not_found; object_state_conflict for one that has ended, is no charge, or can be given back at the
 * acquirer alone, which is an exception of its own; service_unavailable where the provider did not confirm.
 */
export async function reverseException(
  deps: PaymentsDeps,
  { anomaly_id, actor }: Params<typeof paymentsContract, "reverseAnomaly">,
  requestId: string,
): Promise<ExceptionRecord> {
  const exception = await deps.exceptions.find(anomaly_id);
  if (exception === null) throw new DomainError("object_not_found", { param: anomaly_id });
  if (
    exception.resolved_at !== null ||
    exception.kind !== "charged_after_end" ||
    exception.object_id === null
  ) {
    throw new DomainError("object_state_conflict");
  }
  const { object_id: reference, amount, currency, livemode } = exception;
  if (amount === null || currency === null || livemode === null)
    throw new DomainError("object_state_conflict");
  // A repeated request may have found the charge meanwhile and made it the Payment's own. Of several orders the others
  // may still be to be given back.
  const row = await deps.store.read(reference);
  // A Payment that is gone names no acquirer. One that does not have the charge says so.
  const orders =
    row === null
      ? [{ provider: deps.acquirers.ofMode(livemode), order: { reference, amount, currency, livemode } }]
      : ordersToReverse(deps, row);
  if (orders.length === 0) throw new DomainError("object_state_conflict");
  const outcomes: Reversal[] = [];
  for (const { provider, order } of orders) {
    if (provider === null) throw new DomainError("service_unavailable", { retryAfterS: RETRY_AFTER_S });
    outcomes.push(await reverseOrder(provider, order, orders.length, requestId));
  }
  await noteStuck(deps, row, outcomes);
  // That nobody knows any of them cannot be, of a charge that was seen.
  if (outcomes.includes("unknown") || outcomes.every((outcome) => outcome === "absent"))
    throw new DomainError("service_unavailable", { retryAfterS: RETRY_AFTER_S });
  const isGivenBack = outcomes.every((outcome) => outcome !== "ambiguous" && outcome !== "refused");
  if (!isGivenBack || !outcomes.includes("reversed")) throw new DomainError("object_state_conflict");
  const resolved = await deps.exceptions.resolve(anomaly_id, { resolution: "reversed", note: null, actor });
  if (resolved === null) throw new DomainError("object_state_conflict");
  return resolved;
}

/** `absent`: one of several orders, which its acquirer does not know. */
type Reversal = ReverseOutcome | "absent";

/**
 * An acquirer does not say of an order that it does not know that there is nothing to give back. One of several may
 * never have got there, as where an account has executed nothing; it holds up none of the others
 * (docs/decisions/0105-a-second-account.md).
 */
async function reverseOrder(
  provider: Provider,
  order: OrderRef,
  count: number,
  requestId: string,
): Promise<Reversal> {
  const deadline = deadlineIn(DEADLINE_MS / count);
  if (count > 1 && (await provider.read(order, deadline, requestId)).kind === "absent") return "absent";
  return provider.reverse(order, deadline, requestId);
}

/** Why a charge can be given back at the acquirer alone, in the words of its exception. */
const STUCK: Readonly<Partial<Record<Reversal, string>>> = {
  ambiguous: "several charges stand under the reference of this payment, and none is given back by guess",
  refused: "the provider refused to give the charge of this payment back, and is not asked again",
};

/** What no repeated request can give back is an exception of its own: somebody has to look at the acquirer. */
async function noteStuck(
  deps: PaymentsDeps,
  row: PaymentRow | null,
  outcomes: readonly Reversal[],
): Promise<void> {
  if (row === null) return;
  for (const outcome of new Set(outcomes)) {
    const detail = STUCK[outcome];
    if (detail !== undefined) await recordException(deps, row, "outcome_mismatch", detail);
  }
}

/**
 * The orders of a Payment that must not be charged, where they went: all of them but the one that it succeeded with, or
 * still may, and one that the provider has never heard of, because the next card was not given yet.
 */
function ordersToReverse(deps: Pick<PaymentsDeps, "acquirers">, row: PaymentRow) {
  const earlier = earlierOrdersOf(row).map((order) => ({
    provider: deps.acquirers.of(order),
    order: earlierOrderOf(row, order),
  }));
  const mayStand = earlier.length > 0 && (row.order_sent === null || !isTerminal(row.status));
  if (row.status === "SUCCEEDED" || mayStand) return earlier;
  return [...earlier, { provider: deps.acquirers.of(row), order: askedOrderOf(row) }];
}
