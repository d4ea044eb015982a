import { EntitySchema } from "typeorm";
import type { FailureCode, RefundType } from "@flowlix/contracts";
import type { RecordedStatus } from "../lifecycle/refund-lifecycle.ts";

/** A Refund as its table holds it. Read-only: only the store writes, and only with a version. */
export interface RefundRow {
  readonly id: string;
  readonly merchant_id: string;
  readonly livemode: boolean;
  readonly payment_id: string;
  readonly amount: number;
  readonly currency: string;
  readonly merchant_reference: number | null;
  readonly reason: string;
  readonly refund_type: RefundType;
  /** Its place among the Refunds of its Payment: the order in which their money was reserved. */
  readonly position: number;
  readonly status: RecordedStatus;
  readonly failure_code: FailureCode | null;
  /** PROCESSING, but the provider never said that it has it. */
  readonly in_doubt: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly completed_at: Date | null;
  /** Raised by every move (architecture §2 rule 9); the Payment's owner takes over what is later. */
  readonly version: number;
  /** Whose submission may be under way, and the database time after which it cannot be any more. */
  readonly submission: string | null;
  readonly submit_until: Date | null;
  readonly next_look_at: Date | null;
  readonly look_count: number;
  /** The last version that the Payment's owner acknowledged; an event leaves only after its own is. */
  readonly acknowledged_version: number;
  /** When the Payment's owner is to be told again; null once it has acknowledged. */
  readonly tell_at: Date | null;
  readonly tell_count: number;
}

export const RefundEntity = new EntitySchema<RefundRow>({
  name: "Refund",
  schema: "refunds",
  tableName: "refunds",
  columns: {
    id: { type: "text", primary: true },
    merchant_id: { type: "text" },
    livemode: { type: "boolean" },
    payment_id: { type: "text" },
    amount: { type: "bigint" },
    currency: { type: "text" },
    merchant_reference: { type: "bigint", nullable: true },
    reason: { type: "text" },
    refund_type: { type: "text" },
    position: { type: "bigint" },
    status: { type: "text" },
    failure_code: { type: "text", nullable: true },
    in_doubt: { type: "boolean" },
    created_at: { type: "timestamptz" },
    updated_at: { type: "timestamptz" },
    completed_at: { type: "timestamptz", nullable: true },
    version: { type: "integer" },
    submission: { type: "uuid", nullable: true },
    submit_until: { type: "timestamptz", nullable: true },
    next_look_at: { type: "timestamptz", nullable: true },
    look_count: { type: "integer" },
    acknowledged_version: { type: "integer" },
    tell_at: { type: "timestamptz", nullable: true },
    tell_count: { type: "integer" },
  },
});
