import {
  AddressInput,
  BillingDetailsInput,
  normaliseBillingDetails,
  type BillingDetails,
} from "@flowlix/contracts";
import { compileSchema } from "@flowlix/runtime";
import { ADDRESS_FIELDS, type AddressField, type Field, type FieldError } from "./field-errors.ts";
import type { FormInput } from "./form-input.ts";

/** What the form asks beside the card; texts as typed, trimmed, empty where there is none. */
export interface BillingValues {
  readonly email: string;
  readonly address: Readonly<Record<AddressField, string>>;
}

type AddressKey = keyof (typeof AddressInput)["properties"];

const ADDRESS_KEYS: Readonly<Record<AddressField, AddressKey>> = {
  "address-line1": "line1",
  "address-line2": "line2",
  "address-postal-code": "postal_code",
  "address-city": "city",
  "address-state": "state",
  "address-country": "country",
};

const isEmail = compileSchema(BillingDetailsInput.properties.email);
const isAddressText = new Map(
  ADDRESS_FIELDS.map((field) => [field, compileSchema(AddressInput.properties[ADDRESS_KEYS[field]])]),
);

const addressOf = (valueOf: (field: AddressField) => string): Record<AddressField, string> => ({
  "address-line1": valueOf("address-line1"),
  "address-line2": valueOf("address-line2"),
  "address-postal-code": valueOf("address-postal-code"),
  "address-city": valueOf("address-city"),
  "address-state": valueOf("address-state"),
  "address-country": valueOf("address-country"),
});

/** What the merchant knows already, to begin with (docs/design/decisions.md#hosted-form). */
export const givenBilling = (given: BillingDetails | null): BillingValues => ({
  email: given?.email ?? "",
  address: addressOf((field) => given?.address?.[ADDRESS_KEYS[field]] ?? ""),
});

export const typedBilling = (form: FormInput): BillingValues => ({
  email: form.get("email").trim(),
  address: addressOf((field) => form.get(field).trim()),
});

/** The fields that cannot be taken as they are, in the order of the form. Nothing here has to be given. */
export function billingErrors({ email, address }: BillingValues): (readonly [Field, FieldError])[] {
  const errors: (readonly [Field, FieldError])[] = [];
  if (email !== "" && !isEmail(email)) errors.push(["email", "email_invalid"]);
  for (const field of ADDRESS_FIELDS) {
    const text = address[field];
    if (text === "" || isAddressText.get(field)?.(text) === true) continue;
    errors.push([field, field === "address-country" ? "country_invalid" : "text_invalid"]);
  }
  return errors;
}

/**
 * The Payment's billing details as they are to stand: what the payer edited wins, emptied fields
 * included; what the form does not ask for stays the merchant's.
 */
export function mergedBilling(given: BillingDetails | null, typed: BillingValues): BillingDetails | null {
  const { email, address } = typed;
  const entries = ADDRESS_FIELDS.map((field) => [ADDRESS_KEYS[field], address[field] || null] as const);
  return normaliseBillingDetails({
    ...(email === "" ? {} : { email }),
    first_name: given?.first_name ?? null,
    last_name: given?.last_name ?? null,
    phone: given?.phone ?? null,
    address: Object.fromEntries(entries),
  });
}

/** The name that stands on the card in all likelihood. */
export const givenName = (given: BillingDetails | null): string =>
  [given?.first_name, given?.last_name]
    .map((name) => name?.trim() ?? "")
    .filter((name) => name !== "")
    .join(" ");
