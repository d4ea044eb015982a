import type { TransferKind } from "../transfers/transfer-amounts.ts";

/** A movement of money as the statement shows it. Amount in minor units, `executed_at` in Unix seconds. */
export interface StatementLine {
  readonly kind: "charge" | "reversal" | TransferKind;
  readonly reference: string;
  /** The order a refund gave back of; absent for anything else. */
  readonly charge?: string;
  readonly amount: number;
  readonly currency: string;
  readonly executed_at: number;
}
