/** Those of the billing address, in the order of the form. */
export const ADDRESS_FIELDS = [
  "address-line1",
  "address-line2",
  "address-postal-code",
  "address-city",
  "address-state",
  "address-country",
] as const;
export type AddressField = (typeof ADDRESS_FIELDS)[number];

/** Fields of the form, by the names of their inputs. */
export type Field = "card-number" | "card-expiry" | "card-cvc" | "card-name" | "email" | AddressField;

/** What can be wrong with a field; each has a sentence in every language. */
export type FieldError =
  | "number_missing"
  | "number_length"
  | "number_check"
  | "expiry_missing"
  | "expiry_format"
  | "expiry_past"
  | "cvc_missing"
  | "cvc_3"
  | "cvc_4"
  | "cvc_3_or_4"
  | "name_missing"
  | "name_invalid"
  | "email_invalid"
  | "text_invalid"
  | "country_invalid";

/** What is wrong, by field; in the order of the form. */
export type FieldErrors = ReadonlyMap<Field, FieldError>;
