import { PAYOUT_FAILURE_MESSAGES, type Payout } from "@flowlix/contracts";
import type { PayoutState } from "../lifecycle/payout-lifecycle.ts";
import type { PayoutRow } from "./payout.entity.ts";

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** The part of a row that moves, in the words of the lifecycle. */
export const stateOf = (row: PayoutRow): PayoutState => ({
  status: row.status,
  failure_code: row.failure_code,
  updated_at: seconds(row.updated_at),
  completed_at: row.completed_at === null ? null : seconds(row.completed_at),
});

/** The row after a move: what the state says, everything else as it was. */
export const withState = (row: PayoutRow, state: PayoutState): PayoutRow => ({
  ...row,
  status: state.status,
  failure_code: state.failure_code,
  updated_at: new Date(state.updated_at * 1000),
  completed_at: state.completed_at === null ? null : new Date(state.completed_at * 1000),
});

/** The public Payout: exactly the properties of the contract (docs/design/decisions.md#payout). */
export function viewOf(row: PayoutRow): Payout {
  const { status, failure_code, updated_at, completed_at } = stateOf(row);
  return {
    id: row.id,
    amount: row.amount,
    currency: row.currency,
    merchant_reference: row.merchant_reference,
    destination: { card_brand: row.card_brand, card_last4: row.card_last4 },
    recipient: { first_name: row.first_name, last_name: row.last_name, country: row.country },
    status,
    ...(failure_code === null
      ? {}
      : { failure_code, failure_message: PAYOUT_FAILURE_MESSAGES[failure_code] }),
    created_at: seconds(row.created_at),
    updated_at,
    completed_at,
    livemode: row.livemode,
  };
}
