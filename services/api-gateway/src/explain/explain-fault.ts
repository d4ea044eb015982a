import { canonicalCurrency, currencyExponent, isCurrency } from "@flowlix/contracts";
import type { Fault } from "../validation/fault-finder.ts";
import { isHarmlessName } from "../validation/harmless-name.ts";
import { nearest } from "./nearest.ts";
import { fieldsOf, ruleOf, type Notation } from "./rule-of.ts";
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
        `${name === "" ? "The body" : name} is ${shownValue(fault.value, fault.path)}.`,
        ruleOf(fault.schema, notation),
        ...(notation === "json" ? hintsOn(fault, whole) : []),
      ].join(" ");
  }
}

function explainUnknown({ path, schema }: Fault): string {
  const fields = fieldsOf(schema);
  const name = path.at(-1) ?? "";
  const holder = path.slice(0, -1).join(".");
  const where = holder === "" ? "This request" : holder;
  const list = fields.length === 0 ? `${where} has no fields.` : `${where} has ${fields.join(", ")}.`;
  if (!isHarmlessName(name)) return `There is a field that is not known here. ${list}`;
  const meant = nearest(name, fields);
  const question = meant === undefined ? "" : ` Did you mean ${[holder, meant].filter(Boolean).join(".")}?`;
  return `${path.join(".")} is not a field of this request.${question} ${list}`;
}

const DECIMAL = /^([0-9]{1,12})[.,]([0-9]{1,4})$/;

/** What beginners mean by it, where that can be told. */
function hintsOn({ path, value }: Fault, whole: unknown): string[] {
  if (path.at(-1) !== "amount" || (typeof value !== "string" && typeof value !== "number")) return [];
  const text = String(value);
  return isHarmlessText(text) ? inMinorUnits(text, currencyOf(whole)) : [];
}

/** `49.99` of euros is 4999. */
function inMinorUnits(text: string, currency: string): string[] {
  const [, major = "", decimals = ""] = DECIMAL.exec(text) ?? [];
  if (major === "") return [];
  const exponent = currencyExponent(currency);
  if (decimals.length > exponent) return [`${currency} has ${exponent} decimals.`];
  return [`${major}.${decimals} ${currency} is ${Number(major + decimals.padEnd(exponent, "0"))}.`];
}

/** The currency that was sent beside the amount; that of the examples where there is none. */
function currencyOf(whole: unknown): string {
  const sent =
    typeof whole === "object" && whole !== null && "currency" in whole ? whole.currency : undefined;
  const code = typeof sent === "string" ? canonicalCurrency(sent) : "";
  return isCurrency(code) ? code : "EUR";
}
