import { SealError, type Instrument, type Secret } from "@flowlix/cards";
import type { Scope, SealedFor } from "@flowlix/contracts";
import type { PaymentsDeps } from "../deps.ts";

/** What a sealed card was sealed for. */
interface SealedRequest {
  readonly scope: Scope;
  readonly payment_id: string;
  readonly amount: number;
  readonly currency: string;
  readonly start_before: number;
  readonly sealed_instrument: string;
}

/** Null for a box that does not open: it was sealed with a key that is not in our ring, or for another request. */
export function openInstrument(
  deps: Pick<PaymentsDeps, "opener" | "logger">,
  operation: SealedFor,
  request: SealedRequest,
): Secret<Instrument> | null {
  try {
    return deps.opener.open(request.sealed_instrument, {
      operation,
      object_id: request.payment_id,
      merchant_id: request.scope.merchant_id,
      livemode: request.scope.livemode,
      amount: request.amount,
      currency: request.currency,
      start_before: request.start_before,
    });
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    deps.logger.error({ err: error, payment_id: request.payment_id }, "a sealed card does not open");
    return null;
  }
}
