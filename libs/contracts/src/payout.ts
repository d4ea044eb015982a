import { Type, type Static } from "typebox";
import { Country } from "./billing-details.ts";
import { CardNumber, ExpiryMonth, ExpiryYear } from "./card-fields.ts";
import { FailureCodeName } from "./failure-codes.ts";
import { PayoutId } from "./ids.ts";
import { described } from "./list-query.ts";
import { Amount, Currency, CurrencyInput, MerchantReference } from "./money.ts";
import { CardSummary } from "./payment-method.ts";
import { IpAddress } from "./payment.ts";
import { named } from "./schema-name.ts";
import { closed, LiveMode, moment, nullable, oneOf } from "./schema.ts";

export const PAYOUT_STATUSES = ["PENDING", "PROCESSING", "SUCCEEDED", "FAILED"] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** The brands a payout can go to (docs/design/specification.md#create-payout). */
export const PAYOUT_CARD_BRANDS = ["visa", "mastercard"] as const;
export type PayoutCardBrand = (typeof PAYOUT_CARD_BRANDS)[number];

const nonblankText = (maxLength: number, what: string, example: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    format: "nonblank-text",
    description: `${what}1 to ${maxLength} characters, not only white space`,
    examples: [example],
  });

/** 1 to 255 characters, not blank, kept byte for byte (docs/design/specification.md#create-payout). */
const PersonName = nonblankText(255, "", "Ada");

/** Where somebody lives, for acquirers that ask (docs/design/decisions.md#payout-parties). */
export const PayoutAddress = Type.Object(
  {
    line1: nonblankText(255, "Street and number: ", "1 rue de Rivoli"),
    line2: Type.Optional(nonblankText(255, "The second line of the address: ", "Apartment 4")),
    city: nonblankText(100, "The city: ", "Paris"),
    state: Type.Optional(nonblankText(100, "The state, province or region: ", "NY")),
    postal_code: Type.Optional(nonblankText(32, "The postal code: ", "75001")),
    country: Country,
  },
  { ...closed, description: "Where somebody lives" },
);
export type PayoutAddress = Static<typeof PayoutAddress>;
named("PayoutAddress", PayoutAddress);

/** Whose money it is, for acquirers that ask (docs/design/decisions.md#payout-parties). */
export const PayoutSender = Type.Object(
  { first_name: PersonName, last_name: PersonName, address: Type.Optional(PayoutAddress) },
  { ...closed, description: "Whose money it is; acquirers of some countries ask for it" },
);
export type PayoutSender = Static<typeof PayoutSender>;
named("PayoutSender", PayoutSender);

/** Half of an expiry is none; part of a request's schema. */
const EXPIRY_IS_WHOLE = { dependentRequired: { exp_month: ["exp_year"], exp_year: ["exp_month"] } };

export const PayoutStatusName = oneOf(PAYOUT_STATUSES, {
  description: "Where the Payout stands; SUCCEEDED and FAILED are ends",
});

/** The public Payout (docs/design/decisions.md#payout): the failure fields are there only when it is FAILED. */
export const Payout = Type.Object(
  {
    id: PayoutId,
    amount: Amount,
    currency: Currency,
    merchant_reference: nullable(MerchantReference),
    destination: Type.Object(
      {
        card_brand: oneOf(PAYOUT_CARD_BRANDS, { description: "The card's scheme" }),
        card_last4: described(CardSummary.properties.last4, "The last four digits of the card's number"),
      },
      { ...closed, description: "Where the money goes" },
    ),
    recipient: Type.Object(
      {
        first_name: Type.String({ maxLength: 255, description: "First name, as you sent it" }),
        last_name: Type.String({ maxLength: 255, description: "Last name, as you sent it" }),
        country: Type.String({
          pattern: "^[A-Z]{2}$",
          description: "Country by two letters of ISO 3166-1, in upper case",
        }),
      },
      { ...closed, description: "Who gets the money" },
    ),
    status: PayoutStatusName,
    failure_code: Type.Optional(FailureCodeName),
    failure_message: Type.Optional(
      Type.String({ description: "Why it failed, for your own staff; there only when it is FAILED" }),
    ),
    created_at: moment("When it was created"),
    updated_at: moment("When its status last changed"),
    completed_at: nullable(moment("When it came to its end")),
    livemode: LiveMode,
  },
  { ...closed, description: "Money sent to a card" },
);
export type Payout = Static<typeof Payout>;
named("Payout", Payout);

/** POST /v1/payouts. The order of the properties is the order in which faults are reported. */
export const PayoutRequest = Type.Object(
  {
    amount: Amount,
    currency: CurrencyInput,
    merchant_reference: Type.Optional(MerchantReference),
    destination: Type.Object(
      {
        card_number: CardNumber,
        exp_month: Type.Optional(ExpiryMonth),
        exp_year: Type.Optional(ExpiryYear),
      },
      {
        ...closed,
        ...EXPIRY_IS_WHOLE,
        description: "The card that the money goes to, with its expiry where you know it",
      },
    ),
    initiator_ip_address: IpAddress,
    recipient: Type.Object(
      {
        country: Country,
        first_name: PersonName,
        last_name: PersonName,
        address: Type.Optional(PayoutAddress),
      },
      { ...closed, description: "Who gets the money" },
    ),
    sender: Type.Optional(PayoutSender),
  },
  { ...closed, description: "A Payout to be created" },
);
export type PayoutRequest = Static<typeof PayoutRequest>;
named("PayoutCreate", PayoutRequest);
