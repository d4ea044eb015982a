import type { EncryptedFor } from "@flowlix/contracts";

/**
 * What an encrypted box is for. A box opens only under exactly these values, so that a recorded one serves
 * no other object, amount, merchant or mode, and not later (docs/design/architecture.md#rule-11).
 */
export interface EncryptionContext {
  /** The action at whose end it is opened. */
  readonly operation: EncryptedFor;
  readonly object_id: string;
  readonly merchant_id: string;
  readonly livemode: boolean;
  /** Minor units. */
  readonly amount: number;
  /** Canonical ISO 4217 code. */
  readonly currency: string;
  /** Database time in Unix milliseconds, as `idempotency.begin` answered it. */
  readonly start_before: number;
}

/**
 * What a key of a ring may be used for; every purpose has its own subkeys. `card`: what a payer pays
 * with; `payout_card`: where a payout goes.
 */
export type EncryptionPurpose = "card" | "payout_card";

const FORMAT = "flowlix sealed box 1";

/**
 * The associated data of a box. A JSON array in fixed order is unambiguous: every text is quoted and
 * escaped, so no two contexts have one encoding.
 */
export function associatedData(
  purpose: EncryptionPurpose,
  keyId: string,
  context: EncryptionContext,
): Buffer {
  const fields = [
    FORMAT,
    purpose,
    keyId,
    context.operation,
    context.object_id,
    context.merchant_id,
    context.livemode,
    context.amount,
    context.currency,
    context.start_before,
  ];
  return Buffer.from(JSON.stringify(fields), "utf8");
}
