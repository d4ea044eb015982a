import { SealError, type Opener, type SealPurpose } from "@flowlix/cards";
import type { Scope, SealedFor } from "@flowlix/contracts";
import type { Logger } from "@flowlix/runtime";
import type { Noun } from "../owner/owner-name.ts";

/** What a card was sealed for. */
export interface SealedRequest {
  readonly noun: Noun;
  readonly operation: SealedFor;
  readonly object_id: string;
  readonly scope: Scope;
  readonly amount: number;
  readonly currency: string;
  readonly start_before: number;
  readonly sealed_instrument: string;
}

/** Null for a box that does not open: it was sealed with a key that is not in our ring, or for another request. */
export function openSealed<P extends SealPurpose>(
  { opener, logger }: { readonly opener: Opener<P>; readonly logger: Pick<Logger, "error"> },
  { noun, operation, object_id, scope, amount, currency, start_before, sealed_instrument }: SealedRequest,
): ReturnType<Opener<P>["open"]> | null {
  const { merchant_id, livemode } = scope;
  try {
    const sealedFor = { operation, object_id, merchant_id, livemode, amount, currency, start_before };
    return opener.open(sealed_instrument, sealedFor);
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    logger.error({ err: error, [`${noun}_id`]: object_id }, "a sealed card does not open");
    return null;
  }
}
