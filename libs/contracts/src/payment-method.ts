import { Type, type Static } from "typebox";
import { methodType } from "./method-types.ts";
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

/** What may be shown of a card (docs/design/decisions.md#card-summary). */
export const CardSummary = Type.Object(
  {
    brand: oneOf(CARD_BRANDS),
    last4: Type.String({ pattern: "^[0-9]{4}$" }),
    exp_month: ExpiryMonth,
    exp_year: ExpiryYear,
  },
  closed,
);
export type CardSummary = Static<typeof CardSummary>;

/** `type` is `card`, `apple_pay` or `google_pay`; clients must tolerate future values (specification). */
export const PaymentMethod = Type.Object(
  { type: Type.String({ minLength: 1, maxLength: 64 }), card: CardSummary },
  closed,
);
export type PaymentMethod = Static<typeof PaymentMethod>;

/** The inputs of a card (docs/design/decisions.md#direct-inputs). */
export const CardInput = Type.Object(
  {
    number: CardNumber,
    exp_month: ExpiryMonth,
    exp_year: ExpiryYear,
    cvc: Type.String({
      pattern: "^[0-9]{3,4}$",
      description: "Security code of 3 or 4 digits, as a text, so that leading zeros stay",
    }),
    holder_name: HolderName,
  },
  closed,
);
export type CardInput = Static<typeof CardInput>;

export const CardMethodData = Type.Object({ type: methodType("card"), card: CardInput }, closed);

/** Exactly one method, chosen by `type`. */
export const PaymentMethodData = unionBy("type", [CardMethodData, ApplePayMethodData, GooglePayMethodData]);
export type PaymentMethodData = Static<typeof PaymentMethodData>;
