import type { Params, paymentsContract, Result } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import type { PaymentsDeps } from "../deps.ts";
import type { Reservation } from "./reservation.ts";

type ApplyRefund = Params<typeof paymentsContract, "applyRefund">;

export type ApplyRefundDeps = Pick<
  PaymentsDeps,
  "reservations" | "exceptions" | "refundQueue" | "backgroundRefunds"
>;

/**
 * Takes over a Refund as its owner recorded it, with the money that its status moves. An older version, or the
 * same once more, changes nothing (docs/design/architecture.md#refund). A contradiction to the reservation, or to an
 * end that was applied, is an exception. Background work never delays a report that a request waits for. Errors:
 * object_not_found where nothing is reserved under its id, object_state_conflict where something else is, both for
 * good; service_unavailable where the queue did not let it begin in time.
 */
export function applyRefund(
  deps: ApplyRefundDeps,
  { refund, version, background }: ApplyRefund,
): Promise<Result<typeof paymentsContract, "applyRefund">> {
  const { refundQueue, reservations } = background === true ? deps.backgroundRefunds : deps;
  return refundQueue.run(refund.payment_id, async () => {
    if (await reservations.apply(refund, version)) return { applied: true };
    const kept = await reservations.find(refund.id);
    const reserved = kept !== null && kept.payment_id === refund.payment_id && kept.amount === refund.amount;
    if (!reserved) {
      await recordMismatch(deps, refund, kept, "a refund was recorded for which no such money is reserved");
      throw new DomainError(kept === null ? "object_not_found" : "object_state_conflict");
    }
    if (version > kept.version)
      await recordMismatch(
        deps,
        refund,
        kept,
        `a refund that has ended as ${kept.status} is ${refund.status}`,
      );
    return { applied: false };
  });
}

async function recordMismatch(
  deps: Pick<PaymentsDeps, "exceptions">,
  refund: ApplyRefund["refund"],
  kept: Reservation | null,
  detail: string,
): Promise<void> {
  await deps.exceptions.record({
    kind: "outcome_mismatch",
    object_id: refund.id,
    merchant_id: kept?.merchant_id ?? null,
    livemode: refund.livemode,
    amount: refund.amount,
    currency: refund.currency,
    detail,
  });
}
