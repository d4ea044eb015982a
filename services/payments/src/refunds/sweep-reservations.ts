import type { ClockedTurn } from "@flowlix/contracts";
import type { PaymentsDeps } from "../deps.ts";
import { applyRefund } from "./apply-refund.ts";
import { reservedOf, type Reservation } from "./reservation.ts";

const SWEPT_AT_ONCE = 8;

/**
 * Reservations to which nothing was applied in time: their Refunds' owner either has the Refund, which is
 * applied, or makes sure that there never will be one; only then is the money given back (architecture
 * §6, Refund). So many at most; what did not come off comes again.
 */
export async function sweepReservations(
  deps: Pick<PaymentsDeps, "reservations" | "anomalies" | "refundTurns" | "voidRefund" | "logger">,
): Promise<ClockedTurn> {
  const claimed = await deps.reservations.claimUnapplied(SWEPT_AT_ONCE);
  await Promise.all(
    claimed.map(async (reservation) => {
      try {
        await sweep(deps, reservation);
      } catch (error) {
        deps.logger.warn({ err: error, refund_id: reservation.id }, "a reservation could not be swept yet");
      }
    }),
  );
  return { done: claimed.length, more: claimed.length === SWEPT_AT_ONCE };
}

async function sweep(
  deps: Pick<PaymentsDeps, "reservations" | "anomalies" | "refundTurns" | "voidRefund">,
  reservation: Reservation,
): Promise<void> {
  const { merchant_id, livemode } = reservation;
  const scope = { merchant_id, livemode };
  const answer = await deps.voidRefund({ scope, ...reservedOf(reservation) });
  if (answer.kind === "voided") await deps.reservations.release(reservation.id);
  else await applyRefund(deps, answer);
}
