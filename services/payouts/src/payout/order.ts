import type { OrderRef, PayoutOrder } from "@flowlix/provider";
import type { PayoutRow } from "./payout.entity.ts";

/**
 * What names a Payout at the provider when it is read or closed: our id is the reference
 * (docs/design/architecture.md#rule-1).
 */
export const orderRefOf = ({ id, amount, currency, livemode }: PayoutRow): OrderRef => ({
  reference: id,
  amount,
  currency,
  livemode,
});

/** The Payout as it is submitted; its card is opened for the call alone. */
export const orderOf = (row: PayoutRow): PayoutOrder => ({
  ...orderRefOf(row),
  recipient: { first_name: row.first_name, last_name: row.last_name, country: row.country },
  initiator_ip_address: row.initiator_ip_address,
});
