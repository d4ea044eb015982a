import { SealError, type Decryptor, type EncryptionPurpose } from "@flowlix/cards";
import type { Scope, EncryptedFor } from "@flowlix/contracts";
import type { Logger } from "@flowlix/runtime";
import type { Noun } from "../owner/owner-name.ts";

/** What a card was encrypted for. */
export interface EncryptedRequest {
  readonly noun: Noun;
  readonly operation: EncryptedFor;
  readonly object_id: string;
  readonly scope: Scope;
  readonly amount: number;
  readonly currency: string;
  readonly start_before: number;
  readonly sealed_instrument: string;
}

/** Null for a box that does not open: it was encrypted with a key that is not in our ring, or for another request. */
export function decryptInstrument<P extends EncryptionPurpose>(
  { decryptor, logger }: { readonly decryptor: Decryptor<P>; readonly logger: Pick<Logger, "error"> },
  { noun, operation, object_id, scope, amount, currency, start_before, sealed_instrument }: EncryptedRequest,
): ReturnType<Decryptor<P>["open"]> | null {
  const { merchant_id, livemode } = scope;
  try {
    const encryptedFor = { operation, object_id, merchant_id, livemode, amount, currency, start_before };
    return decryptor.open(sealed_instrument, encryptedFor);
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    logger.error({ err: error, [`${noun}_id`]: object_id }, "a sealed card does not open");
    return null;
  }
}
