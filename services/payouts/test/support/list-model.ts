import { currencyExponent, type Payout, type PayoutListRequest } from "@flowlix/contracts";

/** A Payout as a list may show it, with the place at which it was accepted. */
export interface Listed {
  readonly payout: Payout;
  readonly place: number;
}

export interface ModelPage {
  readonly ids: readonly string[];
  readonly has_more: boolean;
  readonly total_count: number;
}

/**
 * GET /v1/payouts over an array, by the words of the contract and nothing else
 * (docs/design/specification.md#list-payouts; docs/design/decisions.md#lists).
 */
export function modelPage(all: readonly Listed[], asked: PayoutListRequest): ModelPage {
  const newestFirst = all
    .toSorted((a, b) => b.place - a.place)
    .filter(({ payout }) => matches(payout, asked));
  const cursor = asked.starting_after ?? asked.ending_before;
  const at = all.find(({ payout }) => payout.id === cursor)?.place ?? 0;
  const idsOf = (page: readonly Listed[]) => page.map(({ payout }) => payout.id);
  const answer = (page: readonly Listed[], left: number) => ({
    ids: idsOf(page),
    has_more: left > asked.limit,
    total_count: newestFirst.length,
  });
  if (asked.ending_before !== null) {
    const newer = newestFirst.filter(({ place }) => place > at);
    return answer(newer.slice(-asked.limit), newer.length);
  }
  const older = asked.starting_after === null ? newestFirst : newestFirst.filter(({ place }) => place < at);
  return answer(older.slice(0, asked.limit), older.length);
}

function matches(payout: Payout, asked: PayoutListRequest): boolean {
  const within = (value: number, { gte, lte }: PayoutListRequest["amount"]) =>
    (gte === null || value >= gte) && (lte === null || value <= lte);
  const oneOf = (values: readonly string[], value: string) => values.length === 0 || values.includes(value);
  return (
    oneOf(asked.status, payout.status) &&
    oneOf(asked.currency, payout.currency) &&
    oneOf(asked.card_brand, payout.destination.card_brand) &&
    (asked.card_last4 === null || asked.card_last4 === payout.destination.card_last4) &&
    within(payout.created_at, asked.created) &&
    within(payout.amount, asked.amount) &&
    (asked.search === null || isFound(payout, asked.search, asked.currency))
  );
}

/** One letter after the other, so that none is folded by what stands beside it. */
const lower = (text: string): string =>
  Array.from(text, (letter) => (letter === "ς" ? "σ" : letter.toLowerCase())).join("");

function isFound(payout: Payout, search: string, currencies: readonly string[]): boolean {
  const { first_name, last_name } = payout.recipient;
  const wanted = lower(search);
  const term = search.trim();
  if (lower(payout.id) === lower(term)) return true;
  if ([first_name, last_name, `${first_name} ${last_name}`].some((name) => lower(name).includes(wanted)))
    return true;
  if (payout.merchant_reference !== null && String(payout.merchant_reference).includes(search)) return true;
  if (/^[0-9]{4}$/.test(term) && term === payout.destination.card_last4) return true;
  return currencies.length === 1 && isAmount(term, payout);
}

/** By text, not by arithmetic: the amount with all its decimals, or with fewer where the rest are zeros. */
function isAmount(search: string, { amount, currency }: Payout): boolean {
  const decimals = currencyExponent(currency);
  const [, whole, fraction = ""] = /^0*([0-9]+?)(?:[.,]([0-9]+))?$/.exec(search) ?? [];
  if (whole === undefined || fraction.length > decimals) return false;
  const digits = `${whole}${fraction.padEnd(decimals, "0")}`.replace(/^0+/, "");
  return digits === String(amount);
}
