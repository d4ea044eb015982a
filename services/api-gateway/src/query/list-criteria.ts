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
  readonly [Param in `${Name}[${"gte" | "gt" | "lte" | "lt"}]`]?: number | undefined;
};

/** A bound as it was sent, and the last integer that it lets in. */
interface Bound {
  readonly param: string;
  readonly value: number;
  readonly at: number;
}

/**
 * The four bounds of a parameter as one range of integers. Errors: invalid_search_criteria where no
 * integer is in it, at the upper bound.
 */
export function readRange<Name extends "created" | "amount">(query: RangeValues<Name>, name: Name): Range {
  const bounds: Readonly<Record<string, number | undefined>> = query;
  const bound = (relation: string, step: number): Bound | null => {
    const param = `${name}[${relation}]`;
    const value = bounds[param];
    return value === undefined ? null : { param, value, at: value + step };
  };
  const start = tighter(bound("gte", 0), bound("gt", 1), (one, other) => one.at >= other.at);
  const end = tighter(bound("lte", 0), bound("lt", -1), (one, other) => one.at <= other.at);
  if (start !== null && end !== null && start.at > end.at) throw emptyRange(name, start, end);
  return { gte: start?.at ?? null, lte: end?.at ?? null };
}

function tighter(one: Bound | null, other: Bound | null, isTighter: (one: Bound, other: Bound) => boolean) {
  if (one === null || other === null) return one ?? other;
  return isTighter(one, other) ? one : other;
}

function emptyRange(name: string, start: Bound, end: Bound): DomainError {
  const sent = `${start.param}=${start.value} and ${end.param}=${end.value}`;
  const [least, most] = [Math.min(start.value, end.value), Math.max(start.value, end.value)];
  return refusal(
    end.param,
    `No whole number is in the range of ${sent}: send a lower start of it or a higher end. ` +
      `For example: ${name}[gte]=${least}&${name}[lte]=${most}.`,
  );
}

export const SEARCH_WANTED =
  `It must be 1 to ${SEARCH_LENGTH_MAX} characters, not only white space; leave it out to search for nothing. ` +
  "For example: 1111.";

/** Errors: invalid_search_criteria for a search that is blank or over 255 characters. */
export function readSearch(search: string | undefined): string | null {
  if (search === undefined) return null;
  const flaw = searchFlaw(search);
  if (flaw !== undefined) throw refusal("search", `search ${flaw}. ${SEARCH_WANTED}`);
  return search;
}

function searchFlaw(search: string): string | undefined {
  if (search === "") return "is empty";
  if (!isNonblank(search)) return "is white space alone";
  // In code points (docs/design/decisions.md#text).
  const { length } = Array.from(search);
  return length > SEARCH_LENGTH_MAX ? `has ${length} characters` : undefined;
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

/** The canonical names of brands that were given in any case. */
export function brandsOf(names: readonly string[] = []): CardBrand[] {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  return CARD_BRANDS.filter((brand) => wanted.has(brand));
}
