import { EntitySchema } from "typeorm";
import type { FailureCode, PayoutCardBrand, PayoutStatus } from "@flowlix/contracts";

/**
 * A Payout as its table holds it: of the card its brand and last four, never the number. Read-only: only
 * the store writes, and only with a version.
 */
export interface PayoutRow {
  readonly id: string;
  readonly merchant_id: string;
  readonly livemode: boolean;
  readonly amount: number;
  readonly currency: string;
  readonly merchant_reference: number | null;
  readonly card_brand: PayoutCardBrand;
  readonly card_last4: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly country: string;
  readonly initiator_ip_address: string;
  readonly status: PayoutStatus;
  readonly failure_code: FailureCode | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly completed_at: Date | null;
  /** Raised by every write that others must not overlook (architecture §2 rule 9). */
  readonly version: number;
  /** Whose submission may be under way, and the database time after which it cannot be any more. */
  readonly submission: string | null;
  readonly submit_until: Date | null;
  readonly next_look_at: Date | null;
  readonly look_count: number;
}

export const PayoutEntity = new EntitySchema<PayoutRow>({
  name: "Payout",
  schema: "payouts",
  tableName: "payouts",
  columns: {
    id: { type: "text", primary: true },
    merchant_id: { type: "text" },
    livemode: { type: "boolean" },
    amount: { type: "bigint" },
    currency: { type: "text" },
    merchant_reference: { type: "bigint", nullable: true },
    card_brand: { type: "text" },
    card_last4: { type: "text" },
    first_name: { type: "text" },
    last_name: { type: "text" },
    country: { type: "text" },
    initiator_ip_address: { type: "text" },
    status: { type: "text" },
    failure_code: { type: "text", nullable: true },
    created_at: { type: "timestamptz" },
    updated_at: { type: "timestamptz" },
    completed_at: { type: "timestamptz", nullable: true },
    version: { type: "integer" },
    submission: { type: "uuid", nullable: true },
    submit_until: { type: "timestamptz", nullable: true },
    next_look_at: { type: "timestamptz", nullable: true },
    look_count: { type: "integer" },
  },
});
