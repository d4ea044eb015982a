import { Type, type Static } from "typebox";
import { named } from "./schema-name.ts";
import { closed, nullable } from "./schema.ts";

const text = (maxLength: number, what: string) =>
  Type.String({ maxLength, format: "text", description: `${what}, of at most ${maxLength} characters` });

/** Two letters of ISO 3166-1 (docs/design/decisions.md#billing-address). */
export const Country = Type.String({
  format: "country",
  description: "A country by two letters of ISO 3166-1, in any case",
  examples: ["DE"],
});

/** Every part optional; unknown keys refused (docs/design/decisions.md#billing-address). */
export const AddressInput = Type.Object(
  {
    line1: Type.Optional(nullable(text(255, "Street and number"))),
    line2: Type.Optional(nullable(text(255, "The second line of the address"))),
    city: Type.Optional(nullable(text(100, "The city"))),
    state: Type.Optional(nullable(text(100, "The state, province or region"))),
    postal_code: Type.Optional(nullable(text(32, "The postal code"))),
    country: Type.Optional(nullable(Country)),
  },
  { ...closed, description: "Billing address, as far as it is known" },
);
named("AddressInput", AddressInput);

/** Billing details as a merchant sends them (docs/design/specification.md#direct-payment-request-inputs). */
export const BillingDetailsInput = Type.Object(
  {
    email: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        format: "email-text",
        description: "An e-mail address of at most 255 characters",
        examples: ["ada@shop.example"],
      }),
    ),
    first_name: Type.Optional(nullable(text(255, "The first name"))),
    last_name: Type.Optional(nullable(text(255, "The last name"))),
    phone: Type.Optional(
      nullable(
        Type.String({
          maxLength: 16,
          format: "e164",
          description: "A telephone number in the form of E.164: + and up to 15 digits, without spaces",
          examples: ["+442079460018"],
        }),
      ),
    ),
    address: Type.Optional(nullable(AddressInput)),
  },
  { ...closed, description: "Who is billed, as far as that is known" },
);
export type BillingDetailsInput = Static<typeof BillingDetailsInput>;
named("BillingDetailsInput", BillingDetailsInput);

const optionalText = (what: string) => nullable(Type.String({ description: `${what}; null where unknown` }));

export const Address = Type.Object(
  {
    line1: optionalText("Street and number"),
    line2: optionalText("Second line of the address"),
    city: optionalText("City"),
    state: optionalText("State, province or region"),
    postal_code: optionalText("Postal code"),
    country: optionalText("Country by two letters of ISO 3166-1, in upper case"),
  },
  { ...closed, description: "Billing address; null where nothing of it was given" },
);
export type Address = Static<typeof Address>;
named("Address", Address);

/** Billing details as responses carry them: all keys, null when unknown (docs/design/decisions.md#billing-details). */
export const BillingDetails = Type.Object(
  {
    email: optionalText("E-mail address"),
    first_name: optionalText("First name"),
    last_name: optionalText("Last name"),
    phone: optionalText("Telephone number in the form of E.164"),
    address: nullable(Address),
  },
  { ...closed, description: "Who is billed; null where nothing was given" },
);
export type BillingDetails = Static<typeof BillingDetails>;
named("BillingDetails", BillingDetails);

/**
 * The stored and shown form: all keys, countries in upper case, and null where nothing at all was
 * given, so that omitted, null and empty are one value (docs/design/decisions.md#identity).
 */
export function normaliseBillingDetails(
  input: BillingDetailsInput | null | undefined,
): BillingDetails | null {
  const address = normaliseAddress(input?.address);
  const details: BillingDetails = {
    email: input?.email ?? null,
    first_name: input?.first_name ?? null,
    last_name: input?.last_name ?? null,
    phone: input?.phone ?? null,
    address,
  };
  return Object.values(details).some((value) => value !== null) ? details : null;
}

function normaliseAddress(input: BillingDetailsInput["address"]): Address | null {
  const address: Address = {
    line1: input?.line1 ?? null,
    line2: input?.line2 ?? null,
    city: input?.city ?? null,
    state: input?.state ?? null,
    postal_code: input?.postal_code ?? null,
    country: input?.country?.toUpperCase() ?? null,
  };
  return Object.values(address).some((value) => value !== null) ? address : null;
}
