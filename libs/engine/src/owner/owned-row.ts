import type { FailureCode } from "@flowlix/contracts";
import type { EntitySchemaColumnOptions } from "typeorm";

/** The columns that every owner's table has. Read-only: only the store writes, and only with a version. */
export interface OwnedRow<Status extends string> {
  readonly id: string;
  readonly merchant_id: string;
  readonly livemode: boolean;
  readonly amount: number;
  readonly currency: string;
  /** The acquirer that the object goes to, and never another (docs/design/architecture.md#rule-14). */
  readonly provider: string;
  /** The acquirer's own id of it, as first reported; null where it reported none. */
  readonly acquirer_id: string | null;
  /** When the acquirer first said that it does not know it, late enough for that to be final. */
  readonly absent_at: Date | null;
  /** The merchant's account there; null for the installation's own acquirer. */
  readonly provider_account: string | null;
  readonly merchant_reference: number | null;
  readonly status: Status;
  readonly failure_code: FailureCode | null;
  readonly created_at: Date;
  /** Raised by every write that others must not overlook (docs/design/architecture.md#rule-9). */
  readonly version: number;
  /** Whose submission may be under way, and the database time after which it cannot be any more. */
  readonly submission: string | null;
  readonly submit_until: Date | null;
  readonly next_look_at: Date | null;
  readonly look_count: number;
}

export const OWNED_COLUMNS = {
  id: { type: "text", primary: true },
  merchant_id: { type: "text" },
  livemode: { type: "boolean" },
  amount: { type: "bigint" },
  currency: { type: "text" },
  provider: { type: "text" },
  acquirer_id: { type: "text", nullable: true },
  absent_at: { type: "timestamptz", nullable: true },
  provider_account: { type: "text", nullable: true },
  merchant_reference: { type: "bigint", nullable: true },
  status: { type: "text" },
  failure_code: { type: "text", nullable: true },
  created_at: { type: "timestamptz" },
  version: { type: "integer" },
  submission: { type: "uuid", nullable: true },
  submit_until: { type: "timestamptz", nullable: true },
  next_look_at: { type: "timestamptz", nullable: true },
  look_count: { type: "integer" },
} as const satisfies Record<keyof OwnedRow<string>, EntitySchemaColumnOptions>;
