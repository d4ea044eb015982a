/** Fields of the form, by the names of their inputs. */
export const CARD_FIELDS = ["card-number", "card-expiry", "card-cvc", "card-name"] as const;
export const ADDRESS_FIELDS = [
  "address-line1",
  "address-line2",
  "address-postal-code",
  "address-city",
  "address-state",
  "address-country",
] as const;
export const FIELDS = [...CARD_FIELDS, "email", ...ADDRESS_FIELDS] as const;
export type Field = (typeof FIELDS)[number];
export type AddressField = (typeof ADDRESS_FIELDS)[number];

/** What can be wrong with a field; each has a sentence in every language. */
export const FIELD_ERRORS = [
  "number_missing",
  "number_length",
  "number_check",
  "expiry_missing",
  "expiry_format",
  "expiry_past",
  "cvc_missing",
  "cvc_3",
  "cvc_4",
  "cvc_3_or_4",
  "name_missing",
  "name_invalid",
  "email_invalid",
  "text_invalid",
  "country_invalid",
] as const;
export type FieldError = (typeof FIELD_ERRORS)[number];

/** What is wrong, by field; in the order of the form. */
export type FieldErrors = ReadonlyMap<Field, FieldError>;
