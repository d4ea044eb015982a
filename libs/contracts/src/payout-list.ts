import { Type, type Static } from "typebox";
import { PayoutId } from "./ids.ts";
import {
  amountParameters,
  createdParameters,
  described,
  PAGE_LIMIT_MAX,
  pageParameters,
  Range,
  SEARCH_LENGTH_MAX,
} from "./list-query.ts";
import { Currency, CurrencyInput } from "./money.ts";
import { BrandInput, CARD_BRANDS, CardSummary } from "./payment-method.ts";
import { Payout, PAYOUT_STATUSES, PayoutStatusName } from "./payout.ts";
import { named } from "./schema-name.ts";
import { closed, nullable, page, oneOf } from "./schema.ts";
import { Scope } from "./scope.ts";

const CardLast4 = CardSummary.properties.last4;

/** GET /v1/payouts (docs/design/specification.md#list-payouts; docs/design/decisions.md#list-parameters). */
export const PAYOUT_LIST_QUERY = {
  ...pageParameters(PayoutId),
  status: Type.Array(PayoutStatusName, { description: "In one of these statuses" }),
  currency: Type.Array(CurrencyInput, { description: "In one of these currencies" }),
  card_brand: Type.Array(BrandInput, { description: "To a card of one of these brands" }),
  card_last4: described(CardLast4, "The destination card's last four digits"),
  ...createdParameters,
  ...amountParameters,
  search: Type.String({
    format: "search-text",
    description:
      "Literal and in any case: a whole Payout ID, or text anywhere inside a merchant reference or a recipient's " +
      "name; four digits are the destination card's last four too, and with exactly one `currency` the amount in " +
      "major units with a point or a comma",
  }),
};

/** A page of a merchant's Payouts, newest first. */
export const PayoutList = Type.Object(
  {
    ...page(Payout, "Payouts").properties,
    total_count: Type.Integer({
      minimum: 0,
      description: "The number of all Payouts that match, on any page, at the moment of the page",
    }),
  },
  { ...closed, description: "A page of Payouts" },
);
export type PayoutList = Static<typeof PayoutList>;
named("PayoutList", PayoutList);

/** The same question as the owner is asked it. Nothing in a filter's array means that it does not filter. */
export const PayoutListRequest = Type.Object({
  scope: Scope,
  limit: Type.Integer({ minimum: 1, maximum: PAGE_LIMIT_MAX }),
  /** At most one of the two. */
  starting_after: nullable(PayoutId),
  ending_before: nullable(PayoutId),
  status: Type.Array(oneOf(PAYOUT_STATUSES)),
  currency: Type.Array(Currency),
  /** Brands that no payout can go to are asked for too: nothing is found by them. */
  card_brand: Type.Array(oneOf(CARD_BRANDS)),
  card_last4: nullable(CardLast4),
  /** Unix seconds, as the objects show them. */
  created: Range,
  amount: Range,
  search: nullable(Type.String({ minLength: 1, maxLength: SEARCH_LENGTH_MAX })),
});
export type PayoutListRequest = Static<typeof PayoutListRequest>;
