import { canonicalCurrency, currencyExponent, isCurrency } from "@flowlix/contracts";
import type { Fault } from "../validation/fault-finder.ts";
import { isHarmlessName } from "../validation/harmless-name.ts";
import { nearest } from "./nearest.ts";
import { fieldList, fieldsOf, ruleOf, type Notation } from "./rule-of.ts";
import { urlFlaw } from "./url-flaw.ts";
import { isHarmlessText, shownValue } from "./shown-value.ts";

/**
 * What is wrong with a place of a body or a query, what is wanted there, and how it looks when right
 * (docs/design/decisions.md#explained-faults).
 */
export function explainFault(fault: Fault, whole: unknown, notation: Notation = "json"): string {
  const name = fault.path.join(".");
  switch (fault.kind) {
    case "missing":
      return `${name} is missing. ${ruleOf(fault.schema, notation)}`;
    case "null":
      return `${name} is null. ${ruleOf(fault.schema)}`;
    case "unknown_property":
      return explainUnknown(fault);
    case "invalid":
      return [
        whatCame(fault, notation),
        ...flawsOf(fault),
        ruleOf(fault.schema, notation, fault.value),
        ...(notation === "json" ? hintsOn(fault, whole) : dateHint(fault)),
      ].join(" ");
  }
}

function whatCame(fault: Fault, notation: Notation): string {
  const { path, value } = fault;
  const name = path.join(".");
  // In a query a list is what a parameter came as that was given several times.
  if (notation === "query" && Array.isArray(value))
    return `${name} is given ${value.length} times: send it once.`;
  return [`${name === "" ? "The body" : name} is ${shownValue(value, path)}.`, ...wrongEntry(fault)].join(
    " ",
  );
}

/** Of a list of words the first one that is not among those that there are. */
function wrongEntry({ path, value, schema }: Fault): string[] {
  const words = schema.items?.enum ?? schema.anyOf?.[0]?.items?.enum;
  if (words === undefined || !Array.isArray(value)) return [];
  const index = value.findIndex((entry) => !words.includes(entry));
  if (index === -1) return [];
  const entry: unknown = value[index];
  const meant =
    typeof entry === "string" && isHarmlessText(entry) ? nearest(entry, words.map(String)) : undefined;
  const question = meant === undefined ? [] : [`Did you mean ${JSON.stringify(meant)}?`];
  return [`${path.join(".")}[${index}] is ${shownValue(entry, path)}.`, ...question];
}

/**
 * What http/decode-utf8.ts makes of a byte that is not UTF-8, such as one of Latin-1. An escape in JSON can make the
 * same, so both are said.
 */
const MAYBE_BYTE = /[\udc80-\udcff]/u;

/** What is wrong with a text, a number or a list of the right kind, as far as that can be told. */
function flawsOf({ value, schema }: Fault): string[] {
  if (Array.isArray(value)) {
    const alone: unknown = schema.if?.contains?.const;
    return value.length > 1 && alone !== undefined && value.includes(alone)
      ? [`${JSON.stringify(alone)} has to stand alone: take out the other entries, or this one.`]
      : [];
  }
  if (typeof value === "string") {
    if (value.includes("\u0000")) return ["It has the character U+0000, which no text may have."];
    if (MAYBE_BYTE.test(value))
      return ["It has a byte that is not UTF-8, or half of a surrogate pair: send the body in UTF-8."];
    if (!value.isWellFormed()) return ["It has half of a surrogate pair, which is no character."];
    const { maxLength = Infinity, format } = schema;
    if (Array.from(value).length > maxLength) return [`It is too long: at most ${maxLength} characters.`];
    return [urlFlaw(format, value) ?? []].flat();
  }
  if (typeof value !== "number" || ![schema.type ?? []].flat().includes("integer")) return [];
  if (Number.isNaN(value)) return ["It is close to a whole number, but is none."];
  return value > Number.MAX_SAFE_INTEGER
    ? [`It is too large: the largest number that is read is ${Number.MAX_SAFE_INTEGER}.`]
    : [];
}

function explainUnknown({ path, schema }: Fault): string {
  const fields = fieldsOf(schema);
  const name = path.at(-1) ?? "";
  const holder = path.slice(0, -1).join(".");
  const list = fieldList(holder, schema);
  if (!isHarmlessName(name)) return `There is a field that is not known here. ${list}`;
  const meant = nearest(name, fields);
  const question = meant === undefined ? "" : ` Did you mean ${[holder, meant].filter(Boolean).join(".")}?`;
  return `${path.join(".")} is not a field of this request.${question} ${list}`;
}

const DECIMAL = /^([0-9]{1,12})[.,]([0-9]{1,4})$/;
/** A currency beside the digits, by its letters or its sign. */
const CURRENCY = /^(?:[A-Za-z]{3}|\p{Sc}) ?|(?: ?[A-Za-z]{3}| ?\p{Sc})$/gu;
/** Groups of three digits, as in 1,234.56 and 1.234,56. */
const GROUPED = /^[0-9]{1,3}(?:(?:,[0-9]{3}){1,3}\.|(?:\.[0-9]{3}){1,3},)[0-9]{1,4}$/;

/** Digits with their decimal sign alone. */
function bareAmount(text: string): string {
  const digits = text.replaceAll(CURRENCY, "");
  return GROUPED.test(digits)
    ? digits.replace(/[.,]/g, (sign, at: number) => (at === digits.search(/[.,][0-9]*$/) ? sign : ""))
    : digits;
}

/** A day, or a moment in UTC. */
const DATE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9:.]{5,12}Z)?$/;

/** A date where a Unix second is wanted. */
function dateHint({ path, value }: Fault): string[] {
  if (!/^created\b/.test(path.at(-1) ?? "") || typeof value !== "string" || !DATE.test(value)) return [];
  const ms = Date.parse(value);
  return Number.isNaN(ms) ? [] : [`${value} is ${Math.floor(ms / 1_000)}.`];
}

/** What beginners mean by it, where that can be told. */
function hintsOn({ path, value }: Fault, whole: unknown): string[] {
  if (path.at(-1) !== "amount" || (typeof value !== "string" && typeof value !== "number")) return [];
  const text = String(value);
  return isHarmlessText(text) ? inMinorUnits(text, currencyOf(whole)) : [];
}

/** `49.99` of euros is 4999. */
function inMinorUnits(text: string, currency: string | undefined): string[] {
  const [, major = "", decimals = ""] = DECIMAL.exec(bareAmount(text)) ?? [];
  if (major === "") return [];
  if (currency === undefined) return inUnknownCurrency(major, decimals);
  const exponent = currencyExponent(currency);
  if (decimals.length > exponent) return [`${currency} has ${exponent} decimals.`];
  return [`${major}.${decimals} ${currency} is ${Number(major + decimals.padEnd(exponent, "0"))}.`];
}

/** Most currencies have two decimals, and some have three. */
const DECIMALS_USUAL = 2;
const DECIMALS_MAX = 3;

function inUnknownCurrency(major: string, decimals: string): string[] {
  const count = Math.max(DECIMALS_USUAL, decimals.length);
  if (count > DECIMALS_MAX) return [];
  const minor = Number(major + decimals.padEnd(count, "0"));
  return [`${major}.${decimals} is ${minor} in a currency of ${count} decimals.`];
}

/** The currency that was sent beside the amount. A Refund has that of its Payment, which is not known here. */
function currencyOf(whole: unknown): string | undefined {
  const sent =
    typeof whole === "object" && whole !== null && "currency" in whole ? whole.currency : undefined;
  const code = typeof sent === "string" ? canonicalCurrency(sent) : "";
  return isCurrency(code) ? code : undefined;
}
