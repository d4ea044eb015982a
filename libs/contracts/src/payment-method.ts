import { Type, type Static } from "typebox";
import { methodType } from "./method-types.ts";
import { named } from "./schema-name.ts";
import { closed, oneOf, unionBy } from "./schema.ts";
import { ApplePayMethodData, GooglePayMethodData } from "./wallet-methods.ts";
import { CardNumber, ExpiryMonth, ExpiryYear, HolderName } from "./card-fields.ts";

export const CARD_BRANDS = [
  "visa",
  "mastercard",
  "amex",
  "discover",
  "diners",
  "jcb",
  "unionpay",
  "maestro",
  "unknown",
] as const;
export type CardBrand = (typeof CARD_BRANDS)[number];

export const CardBrandName = oneOf(CARD_BRANDS, { description: "The card's scheme" });
named("CardBrand", CardBrandName);

/** A brand as a list's filter takes it. */
export const BrandInput = Type.String({
  format: "card-brand",
  description: `A brand in any case: ${CARD_BRANDS.join(", ")}`,
  examples: ["visa"],
});

/** What may be shown of a card (docs/design/decisions.md#card-summary). */
export const CardSummary = Type.Object(
  {
    brand: CardBrandName,
    last4: Type.String({
      pattern: "^[0-9]{4}$",
      description: "The last four digits of the number; a wallet's are its device number's",
      examples: ["1111"],
    }),
    exp_month: ExpiryMonth,
    exp_year: ExpiryYear,
  },
  { ...closed, description: "What may be shown of a card" },
);
export type CardSummary = Static<typeof CardSummary>;
named("CardSummary", CardSummary);

/** `type` is `card`, `apple_pay` or `google_pay`; clients must tolerate future values (specification). */
export const PaymentMethod = Type.Object(
  {
    type: Type.String({
      minLength: 1,
      maxLength: 64,
      description: "`card`, `apple_pay` or `google_pay`; others may be added",
      examples: ["card"],
    }),
    card: CardSummary,
  },
  { ...closed, description: "With what was paid; null while that is unknown" },
);
export type PaymentMethod = Static<typeof PaymentMethod>;
named("PaymentMethod", PaymentMethod);

/** The inputs of a card (docs/design/decisions.md#direct-inputs). */
export const CardInput = Type.Object(
  {
    number: CardNumber,
    exp_month: ExpiryMonth,
    exp_year: ExpiryYear,
    cvc: Type.String({
      pattern: "^[0-9]{3,4}$",
      description: "The security code of 3 or 4 digits, as a text, so that leading zeros stay",
    }),
    holder_name: HolderName,
  },
  { ...closed, description: "A card as its holder reads it off" },
);
export type CardInput = Static<typeof CardInput>;
named("Card", CardInput);

export const CardMethodData = Type.Object(
  { type: methodType("card"), card: CardInput },
  { ...closed, description: "Pay by card" },
);
named("CardMethod", CardMethodData);

/** Exactly one method, chosen by `type`. */
export const PaymentMethodData = unionBy(
  "type",
  [CardMethodData, ApplePayMethodData, GooglePayMethodData],
  "Exactly one way of paying, chosen by `type`",
);
export type PaymentMethodData = Static<typeof PaymentMethodData>;
named("PaymentMethodData", PaymentMethodData);
