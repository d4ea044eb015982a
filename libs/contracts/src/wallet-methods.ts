import { Type, type Static, type TSchema } from "typebox";
import { CardNumber, ExpiryMonth, ExpiryYear, HolderName } from "./card-fields.ts";
import { methodType } from "./method-types.ts";
import { named } from "./schema-name.ts";
import { closed, constant, unionBy } from "./schema.ts";

/*
 * Apple Pay and Google Pay in decrypted form (docs/design/specification.md#wallet-methods). The order of
 * the properties is the order in which faults are reported.
 */

const walletCard = <Number extends TSchema>(number: Number, description: string) =>
  Type.Object(
    {
      number,
      exp_month: ExpiryMonth,
      exp_year: ExpiryYear,
      holder_name: Type.Optional(HolderName),
    },
    { ...closed, description },
  );

/** `data.card` of a wallet: mostly a number of the device's own, and never a CVC. */
export const WalletCardInput = walletCard(
  CardNumber,
  "The card that the wallet gave; with PAN_ONLY its own number, else one of the device",
);
export type WalletCardInput = Static<typeof WalletCardInput>;
named("WalletCard", WalletCardInput);

/**
 * UnionPay has no decrypted form in Apple Pay (docs/design/decisions.md#wallet-numbers). Its prefixes are those of the
 * table of brands.
 */
const AppleDeviceNumber = Type.String({
  // No look-ahead: engines of linear time, as Go's and pydantic's, have none.
  pattern: "^(?:[0-579][0-9]|6[013-9]|8[02-9])[0-9]{10,17}$|^81(?:[89][0-9]|7[2-9])[0-9]{8,15}$",
  description: "12 to 19 digits; not of UnionPay",
});

/** Exactly 28 characters of standard Base64: 20 or 21 bytes, or 19 with two characters of padding. */
export const Cryptogram = Type.String({
  pattern: "^[A-Za-z0-9+/]{26}(?:[A-Za-z0-9+/]{2}|[A-Za-z0-9+/]=|==)$",
  description: "28 characters of standard Base64, as the wallet gave them",
});

export const Eci = Type.String({
  pattern: "^[0-9]{2}$",
  description: "Two digits, as the wallet gave them",
  examples: ["05"],
});

/** Encrypted input is reserved (docs/design/specification.md#wallet-format). */
const format = constant("decrypted", "What `data` is: the wallet's token, decrypted by you");

export const ApplePayData = Type.Object(
  {
    card: walletCard(AppleDeviceNumber, "The device's number, which Apple Pay gives in place of the card's"),
    cryptogram: Cryptogram,
    eci: Type.Optional(Eci),
  },
  { ...closed, description: "The decrypted token of Apple Pay" },
);
named("ApplePayData", ApplePayData);

/**
 * A field that is known and must not be sent: a wrong value, not an unknown property
 * (docs/design/decisions.md#fault-codes).
 */
const notSent = (why: string) => Type.Optional(Type.Unsafe<never>({ not: {}, description: why }));

export const Cryptogram3dsData = Type.Object(
  {
    auth_method: constant("CRYPTOGRAM_3DS", "A device's number with a cryptogram"),
    card: WalletCardInput,
    cryptogram: Cryptogram,
    eci: Type.Optional(Eci),
  },
  { ...closed, description: "A decrypted token of Google Pay with a cryptogram" },
);
named("GooglePayCryptogram", Cryptogram3dsData);

export const PanOnlyData = Type.Object(
  {
    auth_method: constant(
      "PAN_ONLY",
      "The card's own number; the request needs `browser_information` as well",
    ),
    card: WalletCardInput,
    cryptogram: notSent("PAN_ONLY has no cryptogram"),
    eci: notSent("PAN_ONLY has no eci"),
  },
  { ...closed, description: "A decrypted token of Google Pay with the card's own number" },
);
named("GooglePayPanOnly", PanOnlyData);

export const GooglePayData = unionBy(
  "auth_method",
  [Cryptogram3dsData, PanOnlyData],
  "The decrypted token of Google Pay, chosen by `auth_method`",
);
named("GooglePayData", GooglePayData);

export const ApplePayMethodData = Type.Object(
  {
    type: methodType("apple_pay"),
    apple_pay: Type.Object({ format, data: ApplePayData }, { ...closed, description: "What Apple Pay gave" }),
  },
  { ...closed, description: "Pay with Apple Pay (experimental)" },
);
named("ApplePayMethod", ApplePayMethodData);

export const GooglePayMethodData = Type.Object(
  {
    type: methodType("google_pay"),
    google_pay: Type.Object(
      { format, data: GooglePayData },
      { ...closed, description: "What Google Pay gave" },
    ),
  },
  { ...closed, description: "Pay with Google Pay (experimental)" },
);
named("GooglePayMethod", GooglePayMethodData);

const within = (name: string, schema: object): object => ({
  type: "object",
  required: [name],
  properties: { [name]: schema },
});

/** Google Pay PAN_ONLY requires the request's `browser_information`; part of a request's schema. */
export const PAN_ONLY_REQUIRES_BROWSER = {
  if: within(
    "payment_method_data",
    within("google_pay", within("data", within("auth_method", constant("PAN_ONLY")))),
  ),
  // oxlint-disable-next-line unicorn/no-thenable -- JSON Schema's keyword
  then: { required: ["browser_information"] },
};
