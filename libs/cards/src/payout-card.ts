/**
 * The card a payout goes to, in clear. Exists where an `Instrument` does and nowhere else
 * (docs/design/architecture.md#rule-11). The checks of a paying card (`checkInstrument`) are none of its: it has a
 * number alone.
 */
export interface PayoutCard {
  readonly kind: "payout_card";
  readonly number: string;
}

/** Whether an opened box holds such a card; guards against a gateway of another version. */
export const isPayoutCard = (value: unknown): value is PayoutCard =>
  typeof value === "object" &&
  value !== null &&
  "kind" in value &&
  value.kind === "payout_card" &&
  "number" in value &&
  typeof value.number === "string";
