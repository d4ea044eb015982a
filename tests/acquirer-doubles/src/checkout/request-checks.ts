import { luhnValid } from "@flowlix/cards";
import { isObject, textOf } from "../shared/messages.ts";

const THREE_DECIMALS = new Set(["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]);
const AMOUNT_MAX = 999_999_999;
const REFERENCE_MAX = 50;

/** A card, a network token, or the card that a payout goes to. */
export interface CardLike {
  readonly number: string;
  readonly expiryMonth: unknown;
  readonly expiryYear: unknown;
}

export function cardOf(body: Record<string, unknown>): CardLike | null {
  const holder = isObject(body["destination"]) ? body["destination"] : body["source"];
  if (!isObject(holder)) return null;
  const number = textOf(holder["number"] ?? holder["token"]);
  return { number, expiryMonth: holder["expiry_month"], expiryYear: holder["expiry_year"] };
}

/** What is wrong with a request for a payment or a payout, in Checkout.com's words. */
export function errorCodesOf(body: Record<string, unknown>, nowMs: number): string[] {
  const { amount, currency, reference } = body;
  const codes: string[] = [];
  if (typeof amount !== "number" || !Number.isInteger(amount) || amount < 1) codes.push("amount_invalid");
  else if (amount > AMOUNT_MAX) codes.push("amount_invalid");
  else if (THREE_DECIMALS.has(textOf(currency)) && amount % 10 !== 0) codes.push("amount_invalid");
  if (!/^[A-Z]{3}$/.test(textOf(currency))) codes.push("currency_invalid");
  if (textOf(reference).length > REFERENCE_MAX) codes.push("reference_invalid");
  return [...codes, ...cardCodesOf(body, nowMs), ...sourceCodesOf(body)];
}

function cardCodesOf(body: Record<string, unknown>, nowMs: number): string[] {
  const card = cardOf(body);
  if (card === null) return ["source_required"];
  const { number, expiryMonth, expiryYear } = card;
  if (!/^[0-9]{12,19}$/.test(number) || !luhnValid(number)) return ["card_number_invalid"];
  const [month, year] = [Number(expiryMonth), Number(expiryYear)];
  if (!(month >= 1 && month <= 12)) return ["card_expiry_month_invalid"];
  if (!(year >= 2000)) return ["card_expiry_year_invalid"];
  return Date.UTC(year, month, 1) <= nowMs ? ["card_expired"] : [];
}

function sourceCodesOf(body: Record<string, unknown>): string[] {
  const { source, destination } = body;
  if (!isObject(source)) return [];
  if (isObject(destination)) return source["type"] === "currency_account" ? [] : ["source_type_invalid"];
  if (source["type"] === "card") return [];
  if (source["type"] !== "network_token") return ["source_type_invalid"];
  const isTokenType = ["applepay", "googlepay", "vts", "mdes"].includes(textOf(source["token_type"]));
  const cryptogram = textOf(source["cryptogram"]);
  const eci = source["eci"];
  return [
    ...(isTokenType ? [] : ["token_type_invalid"]),
    ...(cryptogram.length > 50 ? ["cryptogram_invalid"] : []),
    ...(eci === undefined || /^[0-9]{2}$/.test(textOf(eci)) ? [] : ["eci_invalid"]),
  ];
}
