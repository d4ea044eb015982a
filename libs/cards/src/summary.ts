import type { CardSummary } from "@flowlix/contracts";
import { brandOf } from "./brands.ts";
import type { CardExpiry } from "./expiry.ts";
import { last4 } from "./number.ts";

/** What may be shown and kept of a card (docs/design/decisions.md#card-summary). */
export function summaryOf(card: CardExpiry & { readonly number: string }): CardSummary {
  return {
    brand: brandOf(card.number),
    last4: last4(card.number),
    exp_month: card.exp_month,
    exp_year: card.exp_year,
  };
}
