import type { Params, paymentsContract, Result } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import type { PaymentsDeps } from "../deps.ts";
import type { Reservation } from "./reservation.ts";

type ApplyRefund = Params<typeof paymentsContract, "applyRefund">;

/**
 * Takes over a Refund as its owner recorded it, with the money that its status moves. An older version,
 * or the same once more, changes nothing (architecture §6, Refund). What contradicts the reservation, or
 * an end that was applied, is an anomaly.
 * Errors: internal_error where nothing is reserved for this Refund, or for another one under its id.
 */
export function applyRefund(
  deps: Pick<PaymentsDeps, "reservations" | "anomalies" | "refundTurns">,
  { refund, version }: ApplyRefund,
): Promise<Result<typeof paymentsContract, "applyRefund">> {
  return deps.refundTurns.take(refund.payment_id, async () => {
    if (await deps.reservations.apply(refund, version)) return { applied: true };
    const kept = await deps.reservations.find(refund.id);
    const reserved = kept !== null && kept.payment_id === refund.payment_id && kept.amount === refund.amount;
    if (!reserved) {
      await recordAnomaly(deps, refund, kept, "a refund was recorded for which no such money is reserved");
      throw new DomainError("internal_error");
    }
    if (version > kept.version)
      await recordAnomaly(
        deps,
        refund,
        kept,
        `a refund that has ended as ${kept.status} is ${refund.status}`,
      );
    return { applied: false };
  });
}

async function recordAnomaly(
  deps: Pick<PaymentsDeps, "anomalies">,
  refund: ApplyRefund["refund"],
  kept: Reservation | null,
  detail: string,
): Promise<void> {
  await deps.anomalies.record({
    kind: "outcome_mismatch",
    object_id: refund.id,
    merchant_id: kept?.merchant_id ?? null,
    livemode: refund.livemode,
    amount: refund.amount,
    currency: refund.currency,
    detail,
  });
}
