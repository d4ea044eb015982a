import { workDue, type WorkDone } from "@flowlix/runtime";
import type { PaymentsDeps } from "../deps.ts";
import { applyRefund, type ApplyRefundDeps } from "./apply-refund.ts";
import { reservedOf, type Reservation } from "./reservation.ts";

/**
 * Reservations to which nothing was applied in time: their Refunds' owner either has the Refund, which is
 * applied, or makes sure that there never will be one; only then is the money given back
 * (docs/design/architecture.md#reservation-sweep). So many at most; what did not come off comes again.
 */
export const sweepReservations = (
  deps: ApplyRefundDeps & Pick<PaymentsDeps, "preventRefund" | "sweepSlots" | "sweepLoop" | "logger">,
): Promise<WorkDone> =>
  workDue(
    deps.sweepSlots,
    (limit) => deps.reservations.claimUnapplied(limit),
    async (reservation) => {
      try {
        await deps.sweepLoop.run(() => sweep(deps, reservation));
      } catch (error) {
        deps.logger.warn({ err: error, refund_id: reservation.id }, "a reservation could not be swept yet");
      }
    },
  );

async function sweep(
  deps: ApplyRefundDeps & Pick<PaymentsDeps, "preventRefund">,
  reservation: Reservation,
): Promise<void> {
  const { merchant_id, livemode } = reservation;
  const scope = { merchant_id, livemode };
  const answer = await deps.preventRefund({ scope, ...reservedOf(reservation) });
  if (answer.kind === "voided") await deps.reservations.release(reservation.id);
  else await applyRefund(deps, { ...answer, background: true });
}
