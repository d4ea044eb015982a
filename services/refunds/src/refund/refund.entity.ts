import { OWNED_COLUMNS, type OwnedRow } from "@flowlix/engine";
import { EntitySchema, type EntitySchemaColumnOptions } from "typeorm";
import type { RefundType } from "@flowlix/contracts";
import type { RecordedStatus } from "../lifecycle/refund-lifecycle.ts";

/** A Refund as its table holds it. Read-only: only the store writes, and only with a version. */
export interface RefundRow extends OwnedRow<RecordedStatus> {
  readonly payment_id: string;
  readonly reason: string;
  readonly refund_type: RefundType;
  /** Its place among the Refunds of its Payment: the order in which their money was reserved. */
  readonly position: number;
  /** The place of the reservation before it, 0 where there is none; null where no owner said it. */
  readonly previous_position: number | null;
  /** Which order of its Payment was charged, counted from 1; null for the first. */
  readonly charge_attempt: number | null;
  /** The acquirer's own id of the charge, and when that was submitted; null where none was reported. */
  readonly charge_acquirer_id: string | null;
  readonly charge_submitted_ms: number | null;
  /** PROCESSING, but the provider never said that it has it. */
  readonly in_doubt: boolean;
  readonly updated_at: Date;
  readonly completed_at: Date | null;
  /** The last version that the Payment's owner acknowledged; an event leaves only after its own is. */
  readonly acknowledged_version: number;
  /** When it is reported to the Payment's owner again; null once it has acknowledged. */
  readonly tell_at: Date | null;
  readonly tell_count: number;
}

export const RefundEntity = new EntitySchema<RefundRow>({
  name: "Refund",
  schema: "refunds",
  tableName: "refunds",
  columns: {
    ...OWNED_COLUMNS,
    payment_id: { type: "text" },
    reason: { type: "text" },
    refund_type: { type: "text" },
    position: { type: "bigint" },
    previous_position: { type: "bigint", nullable: true },
    charge_attempt: { type: "smallint", nullable: true },
    charge_acquirer_id: { type: "text", nullable: true },
    charge_submitted_ms: { type: "bigint", nullable: true },
    in_doubt: { type: "boolean" },
    updated_at: { type: "timestamptz" },
    completed_at: { type: "timestamptz", nullable: true },
    acknowledged_version: { type: "integer" },
    tell_at: { type: "timestamptz", nullable: true },
    tell_count: { type: "integer" },
  } satisfies Record<keyof RefundRow, EntitySchemaColumnOptions>,
});
