import { Type, type Static } from "typebox";
import { PaymentId } from "./ids.ts";
import {
  amountParameters,
  createdParameters,
  described,
  PAGE_LIMIT_MAX,
  pageParameters,
  Range,
  SEARCH_LENGTH_MAX,
} from "./list-query.ts";
import { PAYMENT_METHOD_TYPES } from "./method-types.ts";
import { Currency, CurrencyInput } from "./money.ts";
import { BrandInput, CARD_BRANDS, CardSummary } from "./payment-method.ts";
import { INTEGRATION_TYPES, Payment, PAYMENT_STATUSES, PaymentStatusName } from "./payment.ts";
import { named } from "./schema-name.ts";
import { nullable, oneOf, page } from "./schema.ts";
import { Scope } from "./scope.ts";

const CardLast4 = CardSummary.properties.last4;

/** GET /v1/payments (docs/design/decisions.md#list-parameters). */
export const PAYMENT_LIST_QUERY = {
  ...pageParameters(PaymentId),
  status: Type.Array(PaymentStatusName, { description: "In one of these statuses" }),
  currency: Type.Array(CurrencyInput, { description: "In one of these currencies" }),
  card_brand: Type.Array(BrandInput, { description: "By a card of one of these brands" }),
  card_last4: described(CardLast4, "The card's last four digits; a wallet's are its device number's"),
  ...createdParameters,
  ...amountParameters,
  search: Type.String({
    format: "search-text",
    description:
      "A whole Payment ID, a merchant reference, a whole billing e-mail in any case, the card's last four digits, " +
      "or, with exactly one `currency`, the amount in major units with a point or a comma",
  }),
  integration_type: Type.Array(oneOf(INTEGRATION_TYPES), { description: "Created in one of these ways" }),
  payment_method_type: Type.Array(oneOf(PAYMENT_METHOD_TYPES), { description: "Paid in one of these ways" }),
};

/** A page of a merchant's Payments, newest first. */
export const PaymentList = page(Payment, "Payments");
export type PaymentList = Static<typeof PaymentList>;
named("PaymentList", PaymentList);

/** The same question as the owner is asked it. Nothing in a filter's array means that it does not filter. */
export const PaymentListRequest = Type.Object({
  scope: Scope,
  limit: Type.Integer({ minimum: 1, maximum: PAGE_LIMIT_MAX }),
  /** At most one of the two. */
  starting_after: nullable(PaymentId),
  ending_before: nullable(PaymentId),
  status: Type.Array(oneOf(PAYMENT_STATUSES)),
  currency: Type.Array(Currency),
  card_brand: Type.Array(oneOf(CARD_BRANDS)),
  card_last4: nullable(CardLast4),
  /** Unix seconds, as the objects show them. */
  created: Range,
  amount: Range,
  search: nullable(Type.String({ minLength: 1, maxLength: SEARCH_LENGTH_MAX })),
  integration_type: Type.Array(oneOf(INTEGRATION_TYPES)),
  payment_method_type: Type.Array(oneOf(PAYMENT_METHOD_TYPES)),
});
export type PaymentListRequest = Static<typeof PaymentListRequest>;
