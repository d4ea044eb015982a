import { SEALED_FOR } from "@flowlix/contracts";
import { SealError, type PayoutCard, type Secret } from "@flowlix/cards";
import type { CreatePayout } from "./create-payout.ts";
import type { PayoutsDeps } from "../deps.ts";

/** Null for a box that does not open: it was sealed with a key that is not in our ring, or for another request. */
export function openCard(
  deps: Pick<PayoutsDeps, "opener" | "logger">,
  request: CreatePayout,
): Secret<PayoutCard> | null {
  try {
    return deps.opener.open(request.sealed_instrument, {
      operation: SEALED_FOR.createPayout,
      object_id: request.payout_id,
      merchant_id: request.scope.merchant_id,
      livemode: request.scope.livemode,
      amount: request.amount,
      currency: request.currency,
      start_before: request.start_before,
    });
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    deps.logger.error({ err: error, payout_id: request.payout_id }, "a sealed card does not open");
    return null;
  }
}
