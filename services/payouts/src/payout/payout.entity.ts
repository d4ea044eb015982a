import { OWNED_COLUMNS, type OwnedRow } from "@flowlix/engine";
import { EntitySchema, type EntitySchemaColumnOptions } from "typeorm";
import type { PayoutCardBrand, PayoutStatus } from "@flowlix/contracts";

/**
 * A Payout as its table holds it: of the card its brand and last four, never the number. Read-only: only
 * the store writes, and only with a version.
 */
export interface PayoutRow extends OwnedRow<PayoutStatus> {
  /** Why it went to its acquirer, as short JSON; null where there was nothing to choose. */
  readonly route: string | null;
  readonly card_brand: PayoutCardBrand;
  readonly card_last4: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly country: string;
  readonly initiator_ip_address: string;
  readonly updated_at: Date;
  readonly completed_at: Date | null;
}

export const PayoutEntity = new EntitySchema<PayoutRow>({
  name: "Payout",
  schema: "payouts",
  tableName: "payouts",
  columns: {
    ...OWNED_COLUMNS,
    route: { type: "text", nullable: true },
    card_brand: { type: "text" },
    card_last4: { type: "text" },
    first_name: { type: "text" },
    last_name: { type: "text" },
    country: { type: "text" },
    initiator_ip_address: { type: "text" },
    updated_at: { type: "timestamptz" },
    completed_at: { type: "timestamptz", nullable: true },
  } satisfies Record<keyof PayoutRow, EntitySchemaColumnOptions>,
});
