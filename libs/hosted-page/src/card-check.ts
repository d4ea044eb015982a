import { CardInput } from "@flowlix/contracts";
import { brandOf, isPastExpiry, luhnValid, type CardExpiry } from "@flowlix/cards";
import { compileSchema } from "@flowlix/runtime";
import { CARD_RULES, type CardRule } from "./card-rules.ts";
import type { Field, FieldError } from "./field-errors.ts";
import type { FormInput } from "./form-input.ts";

const isNumberText = compileSchema<string>(CardInput.properties.number);
const isHolderName = compileSchema<string>(CardInput.properties.holder_name);

/** A card as typed: either all of it is right, or the fields that are not, in the order of the form. */
export type CardCheck =
  | { readonly card: CardInput; readonly errors: readonly [] }
  | { readonly card: null; readonly errors: readonly (readonly [Field, FieldError])[] };

/**
 * Checks that never end a Payment (docs/design/decisions.md#hosted-form). Stricter than a Direct Payment's, since a
 * payer can correct a slip here. `nowMs` is Unix time in milliseconds.
 */
export function checkCard(form: FormInput, nowMs: number): CardCheck {
  const number = plain(form.get("card-number")).replaceAll(/[\s-]/g, "");
  const cvc = plain(form.get("card-cvc"));
  const name = form.get("card-name").trim();
  const rule = CARD_RULES[isNumberText(number) ? brandOf(number) : "unknown"];
  const expiry = readExpiry(plain(form.get("card-expiry")));
  const found: readonly (readonly [Field, FieldError | null])[] = [
    ["card-number", numberError(number, rule)],
    ["card-expiry", typeof expiry === "string" ? expiry : pastError(expiry, nowMs)],
    ["card-cvc", cvcError(cvc, rule)],
    ["card-name", nameError(name)],
  ];
  const errors = found.flatMap(([field, error]) => (error === null ? [] : [[field, error] as const]));
  if (errors.length > 0 || typeof expiry === "string") return { card: null, errors };
  return { card: { number, ...expiry, cvc, holder_name: name }, errors: [] };
}

/** East Asian keyboards write digits of full width. */
const plain = (typed: string): string => typed.normalize("NFKC").trim();

function numberError(number: string, rule: CardRule): FieldError | null {
  if (number === "") return "number_missing";
  if (!/^[0-9]+$/.test(number)) return "number_check";
  if (!isNumberText(number) || !rule.digits.includes(number.length)) return "number_length";
  return luhnValid(number) ? null : "number_check";
}

/** Month and year with whatever people put between them, or nothing: 4/29, 04 / 2029, 0429. */
const EXPIRY = /^(\d{1,2})(?:\s*[/.-]\s*|\s+)(\d{2}|\d{4})$|^(\d{2})(\d{2}|\d{4})$/;

/** As browsers fill in `cc-exp` (HTML Standard, autofill: a valid month string). */
const YEAR_FIRST = /^(\d{4})-(\d{2})$/;

function readExpiry(typed: string): CardExpiry | FieldError {
  if (typed === "") return "expiry_missing";
  const text = typed.replace(YEAR_FIRST, "$2/$1");
  const [, month, year, monthOnly, yearOnly] = EXPIRY.exec(text) ?? [];
  const exp_month = Number(month ?? monthOnly);
  const digits = year ?? yearOnly ?? "";
  const exp_year = Number(digits.length === 2 ? `20${digits}` : digits);
  const fits = exp_month >= 1 && exp_month <= 12 && exp_year >= 2000 && exp_year <= 2099;
  return fits ? { exp_month, exp_year } : "expiry_format";
}

const pastError = (expiry: CardExpiry, nowMs: number): FieldError | null =>
  isPastExpiry(expiry, nowMs) ? "expiry_past" : null;

function cvcError(cvc: string, { cvc: lengths }: CardRule): FieldError | null {
  if (cvc === "") return "cvc_missing";
  if (/^[0-9]+$/.test(cvc) && lengths.includes(cvc.length)) return null;
  if (lengths.length > 1) return "cvc_3_or_4";
  return lengths[0] === 4 ? "cvc_4" : "cvc_3";
}

function nameError(name: string): FieldError | null {
  if (name === "") return "name_missing";
  return isHolderName(name) ? null : "name_invalid";
}
