import { currencyExponent } from "@flowlix/contracts";
import { markup, type Markup } from "@flowlix/hosted-page/page-parts";

/** An amount of minor units as people write it: 4999 EUR is 49.99 EUR. */
export const money = (amount: number, currency: string): string => {
  const exponent = currencyExponent(currency);
  return `${(amount / 10 ** exponent).toFixed(exponent)} ${currency}`;
};

export const moneyOf = (amount: number, currency: string): Markup =>
  markup`<span class="money">${money(amount, currency)}</span>`;

/** A moment as UTC, to the second or to the millisecond. */
export const moment = (ms: number, digits: 0 | 3 = 0): Markup => {
  const iso = new Date(ms).toISOString();
  const shown = iso.replace("T", " ").slice(0, digits === 0 ? 19 : 23);
  return markup`<time datetime="${iso}" title="UTC">${shown}</time>`;
};

/** Of statuses and HTTP answers: whether it went well, went wrong, or goes on. */
export function toneOf(status: string | number): "good" | "bad" | "wait" | "plain" {
  if (typeof status === "number") return status >= 400 ? "bad" : "good";
  if (/^(SUCCEEDED|succeeded|enabled|active|ok)$/.test(status)) return "good";
  if (
    /^(FAILED|EXPIRED|failed|failing|webhook not delivered|[0-9]+ not delivered|disabled|canceled)$/.test(
      status,
    )
  )
    return "bad";
  return /^(PENDING|PROCESSING|REQUIRES_ACTION|pending)$/.test(status) ? "wait" : "plain";
}

export const badge = (status: string | number): Markup =>
  markup`<span class="badge ${toneOf(status)}">${status}</span>`;

/** A link to another part of the same page. */
export const partLink = (path: string, text: string, className = "id"): Markup =>
  markup`<a class="${className}" href="#/${path}">${text}</a>`;

/** An operator's link to an account at an acquirer. */
export const accountLink = (id: string): Markup => partLink(`accounts/${id}`, id);

/** An operator's link to what a merchant has: its accounts, which are where its objects may go. */
export const merchantLink = (id: string): Markup => partLink(`accounts?merchant=${id}`, id);

/** A list of words as words, and what else is no plain value as JSON. */
export function factOf(value: unknown): string | number | boolean | null {
  if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return value;
  const isWords = Array.isArray(value) && value.every((one) => typeof one === "string");
  return isWords ? value.join(", ") : JSON.stringify(value);
}
