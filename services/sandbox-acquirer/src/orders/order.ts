import type { OrderState } from "./amounts.ts";

/** An order's row as every statement of this folder selects it; times in Unix seconds. */
export interface OrderRow {
  readonly seq: number;
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly state: OrderState;
  readonly response_code: string | null;
  readonly quirk: "garbled" | "lost" | null;
  readonly reversed: boolean;
  /** Of the current challenge; null for the first one. */
  readonly challenge_number: number | null;
  readonly created: number;
  readonly updated: number;
}

/** The columns of OrderRow, of a table or subquery called `o`. */
export const ORDER_COLUMNS = `o.seq, o.reference, o.amount, o.currency, o.state, o.response_code, o.quirk, o.reversed, o.challenge_number,
  floor(extract(epoch from o.created_at))::bigint as created, floor(extract(epoch from o.updated_at))::bigint as updated`;

/** The public order (docs/sandbox-acquirer.md, Order). Amounts in minor units, times in Unix seconds. */
export interface Order {
  readonly order_id: string;
  readonly reference: string;
  readonly mode: "sandbox";
  readonly amount: number;
  readonly currency: string;
  readonly state: OrderState;
  readonly response_code: string | null;
  readonly action_url: string | null;
  readonly reversed: boolean;
  readonly created_at: number;
  readonly updated_at: number;
}

/** Where the payer of an order goes for its challenge of that number, counted from 1. */
export type ActionUrlOf = (reference: string, number: number) => string;

/** @param actionUrlOf where the payer goes while the order requires an action */
export function orderView(row: OrderRow, actionUrlOf: ActionUrlOf): Order {
  return {
    order_id: `ord_${String(row.seq).padStart(12, "0")}`,
    reference: row.reference,
    mode: "sandbox",
    amount: row.amount,
    currency: row.currency,
    state: row.state,
    response_code: row.response_code,
    action_url:
      row.state === "action_required" ? actionUrlOf(row.reference, row.challenge_number ?? 1) : null,
    reversed: row.reversed,
    created_at: row.created,
    updated_at: row.updated,
  };
}
