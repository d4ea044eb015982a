import { isCardNumber } from "@flowlix/cards";
import {
  CARD_BRANDS,
  PAGE_LIMIT_DEFAULT,
  SEARCH_LENGTH_MAX,
  type CardBrand,
  type Range,
} from "@flowlix/contracts";
import { DomainError, isNonblank } from "@flowlix/runtime";

/** What every list is asked for besides its filters. */
export interface Page {
  readonly limit: number;
  readonly starting_after: string | null;
  readonly ending_before: string | null;
}

interface PageValues {
  readonly limit?: number | undefined;
  readonly starting_after?: string | undefined;
  readonly ending_before?: string | undefined;
}

const refusal = (param: string, explanation: string) =>
  new DomainError("invalid_search_criteria", { param, explanation });

/** Errors: invalid_search_criteria for two positions at once (docs/design/decisions.md#list-faults). */
export function readPage({ limit = PAGE_LIMIT_DEFAULT, starting_after, ending_before }: PageValues): Page {
  if (starting_after !== undefined && ending_before !== undefined)
    throw refusal("ending_before", "starting_after and ending_before exclude each other: send one of them.");
  return { limit, starting_after: starting_after ?? null, ending_before: ending_before ?? null };
}

type RangeValues<Name extends string> = {
  readonly [Bound in `${Name}[${"gte" | "gt" | "lte" | "lt"}]`]?: number | undefined;
};

/**
 * The four bounds of a parameter as one range of integers. Errors: invalid_search_criteria where no
 * integer is in it, at the upper bound.
 */
export function readRange<Name extends "created" | "amount">(query: RangeValues<Name>, name: Name): Range {
  const bounds: Readonly<Record<string, number | undefined>> = query;
  const bound = (relation: string, step: number) => {
    const value = bounds[`${name}[${relation}]`];
    return value === undefined ? null : value + step;
  };
  const gte = tighter(bound("gte", 0), bound("gt", 1), Math.max);
  const atMost = bound("lte", 0);
  const lte = tighter(atMost, bound("lt", -1), Math.min);
  if (gte !== null && lte !== null && gte > lte)
    throw refusal(
      `${name}[${lte === atMost ? "lte" : "lt"}]`,
      `Nothing is in this range of ${name}: its lower end is above its upper end.`,
    );
  return { gte, lte };
}

function tighter(one: number | null, other: number | null, choose: (a: number, b: number) => number) {
  if (one === null || other === null) return one ?? other;
  return choose(one, other);
}

/** Errors: invalid_search_criteria for a search that is blank or over 255 characters. */
export function readSearch(search: string | undefined): string | null {
  if (search === undefined) return null;
  if (!isNonblank(search) || longerThan(search, SEARCH_LENGTH_MAX))
    throw refusal("search", `search is blank or has more than ${SEARCH_LENGTH_MAX} characters.`);
  return search;
}

/** What stands between the digits of a number: blanks, and every kind of dash, point or other punctuation. */
const BETWEEN_DIGITS = /[\s\p{P}]/gu;

const isCardSearch = (search: string | null): boolean =>
  search !== null && isCardNumber(search.normalize("NFKC").replaceAll(BETWEEN_DIGITS, ""));

/**
 * What a list's owner finds. A search that is a card's whole number, however it is spaced and in whatever width its
 * digits are, finds `nothing`, for no number is kept, and goes no further: no card number is in a message
 * (docs/design/architecture.md#rule-11). A position beside it that is nowhere is refused all the same.
 */
export async function findUnlessCard<Wanted extends Page & { readonly search: string | null }, Found>(
  wanted: Wanted,
  nothing: Found,
  find: (wanted: Wanted) => Promise<Found>,
): Promise<Found> {
  if (!isCardSearch(wanted.search)) return find(wanted);
  if (wanted.starting_after !== null || wanted.ending_before !== null)
    await find({ ...wanted, search: null, limit: 1 });
  return nothing;
}

/** In code points; each is at most two units (docs/design/decisions.md#text). */
const longerThan = (text: string, length: number): boolean =>
  text.length > length && (text.length > 2 * length || Array.from(text).length > length);

/** The canonical names of brands that were given in any case. */
export function brandsOf(names: readonly string[] = []): CardBrand[] {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  return CARD_BRANDS.filter((brand) => wanted.has(brand));
}
