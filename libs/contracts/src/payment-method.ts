import { Type, type Static } from "typebox";
import { closed, oneOf } from "./schema.ts";

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

/** What may be shown of a card (decisions §2). */
export const CardSummary = Type.Object(
  {
    brand: oneOf(CARD_BRANDS),
    last4: Type.String({ pattern: "^[0-9]{4}$" }),
    exp_month: Type.Integer({ minimum: 1, maximum: 12 }),
    exp_year: Type.Integer({ minimum: 2000, maximum: 2099 }),
  },
  closed,
);
export type CardSummary = Static<typeof CardSummary>;

/** `type` is "card"; clients must tolerate future values (specification, payment_method). */
export const PaymentMethod = Type.Object(
  { type: Type.String({ minLength: 1, maxLength: 64 }), card: CardSummary },
  closed,
);
export type PaymentMethod = Static<typeof PaymentMethod>;

/** Decisions §2, card inputs. The number's length per brand is the provider's business. */
export const CardInput = Type.Object(
  {
    number: Type.String({ pattern: "^[0-9]{12,19}$" }),
    exp_month: Type.Integer({ minimum: 1, maximum: 12 }),
    exp_year: Type.Integer({ minimum: 2000, maximum: 2099 }),
    cvc: Type.String({ pattern: "^[0-9]{3,4}$" }),
    holder_name: Type.String({ format: "holder-name" }),
  },
  closed,
);
export type CardInput = Static<typeof CardInput>;

export const CardMethodData = Type.Object(
  { type: Type.Unsafe<"card">({ type: "string", const: "card" }), card: CardInput },
  closed,
);

/** Exactly one method, chosen by `type`. */
export const PaymentMethodData = Type.Unsafe<Static<typeof CardMethodData>>({
  type: "object",
  discriminator: { propertyName: "type" },
  required: ["type"],
  oneOf: [CardMethodData],
});
