import type { PayoutCard, PayoutInstrument } from "@flowlix/cards";
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

/** The Payout as it is submitted, with what of it is kept nowhere; its card is opened for the call alone. */
export const orderOf = (
  row: PayoutRow,
  { recipient_address: address, sender }: Pick<PayoutInstrument, "recipient_address" | "sender">,
): PayoutOrder => ({
  ...orderRefOf(row),
  recipient: {
    first_name: row.first_name,
    last_name: row.last_name,
    country: row.country,
    ...(address === undefined ? {} : { address }),
  },
  initiator_ip_address: row.initiator_ip_address,
  ...(sender === undefined ? {} : { sender }),
});

/** The card alone, as the provider port takes it. */
export const cardOf = ({ kind, number, exp_month, exp_year }: PayoutInstrument): PayoutCard => ({
  kind,
  number,
  ...(exp_month === undefined ? {} : { exp_month }),
  ...(exp_year === undefined ? {} : { exp_year }),
});
