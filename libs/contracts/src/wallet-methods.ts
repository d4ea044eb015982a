import { Type, type Static, type TSchema } from "typebox";
import { CardNumber, ExpiryMonth, ExpiryYear, HolderName } from "./card-fields.ts";
import { methodType } from "./method-types.ts";
import { closed, constant, unionBy } from "./schema.ts";

/*
 * Apple Pay and Google Pay in decrypted form (docs/design/specification.md#wallet-methods). The order of
 * the properties is the order in which faults are reported.
 */

const walletCard = <Number extends TSchema>(number: Number) =>
  Type.Object(
    {
      number,
      exp_month: ExpiryMonth,
      exp_year: ExpiryYear,
      holder_name: Type.Optional(HolderName),
    },
    closed,
  );

/** `data.card` of a wallet: mostly a number of the device's own, and never a CVC. */
export const WalletCardInput = walletCard(CardNumber);
export type WalletCardInput = Static<typeof WalletCardInput>;

/**
 * UnionPay has no decrypted form in Apple Pay (docs/design/decisions.md#wallet-numbers). Its prefixes are those of the
 * table of brands.
 */
const AppleDeviceNumber = Type.String({
  pattern: "^(?!62|81(?:[0-6][0-9]|7[01]))[0-9]{12,19}$",
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
const format = constant("decrypted");

const ApplePayData = Type.Object(
  { card: walletCard(AppleDeviceNumber), cryptogram: Cryptogram, eci: Type.Optional(Eci) },
  closed,
);

/**
 * A field that is known and must not be sent: a wrong value, not an unknown property
 * (docs/design/decisions.md#fault-codes).
 */
const notSent = (why: string) => Type.Optional(Type.Unsafe<never>({ not: {}, description: why }));

const Cryptogram3dsData = Type.Object(
  {
    auth_method: constant("CRYPTOGRAM_3DS"),
    card: WalletCardInput,
    cryptogram: Cryptogram,
    eci: Type.Optional(Eci),
  },
  closed,
);

const PanOnlyData = Type.Object(
  {
    auth_method: constant("PAN_ONLY"),
    card: WalletCardInput,
    cryptogram: notSent("PAN_ONLY has no cryptogram"),
    eci: notSent("PAN_ONLY has no eci"),
  },
  closed,
);

const GooglePayData = unionBy("auth_method", [Cryptogram3dsData, PanOnlyData]);

export const ApplePayMethodData = Type.Object(
  { type: methodType("apple_pay"), apple_pay: Type.Object({ format, data: ApplePayData }, closed) },
  closed,
);

export const GooglePayMethodData = Type.Object(
  { type: methodType("google_pay"), google_pay: Type.Object({ format, data: GooglePayData }, closed) },
  closed,
);

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
