import type { PayoutCard, PayoutInstrument } from "@flowlix/cards";
import type { OrderRef, PayoutOrder } from "@flowlix/provider";
import type { PayoutRow } from "./payout.entity.ts";

/**
 * What names a Payout at the provider when it is read or closed: our id is the reference
 * (docs/design/architecture.md#rule-1).
 */
export const orderRefOf = ({ id, amount, currency, livemode, acquirer_id }: PayoutRow): OrderRef => ({
  reference: id,
  amount,
  currency,
  livemode,
  ...(acquirer_id === null ? {} : { acquirerId: acquirer_id }),
});

/** A Payout is submitted once, by who made its row: longer after that than any request may take nothing is sent. */
const SUBMITTED_WITHIN_MS = 120_000;

/** The same with what reads and closings are told beside it. */
export const askedOrderOf = (row: PayoutRow): OrderRef => {
  const firstMs = row.created_at.getTime();
  const lastMs = Math.max(row.submit_until?.getTime() ?? 0, firstMs + SUBMITTED_WITHIN_MS);
  return { ...orderRefOf(row), submittedBetween: { firstMs, lastMs } };
};

type Parties = Pick<PayoutInstrument, "recipient_address" | "sender">;

/** Who gets the money, and whose it is, with what of both is kept nowhere. */
export const partiesOf = (
  { first_name, last_name, country }: Pick<PayoutRow, "first_name" | "last_name" | "country">,
  { recipient_address: address, sender }: Parties,
): Pick<PayoutOrder, "recipient" | "sender"> => ({
  recipient: { first_name, last_name, country, ...(address === undefined ? {} : { address }) },
  ...(sender === undefined ? {} : { sender }),
});

/** The Payout as it is submitted; its card is opened for the call alone. */
export const orderOf = (row: PayoutRow, parties: Parties): PayoutOrder => ({
  ...orderRefOf(row),
  ...partiesOf(row, parties),
  initiator_ip_address: row.initiator_ip_address,
});

/** The card alone, as the provider port takes it. */
export const cardOf = ({ kind, number, exp_month, exp_year }: PayoutInstrument): PayoutCard => ({
  kind,
  number,
  ...(exp_month === undefined ? {} : { exp_month }),
  ...(exp_year === undefined ? {} : { exp_year }),
});
