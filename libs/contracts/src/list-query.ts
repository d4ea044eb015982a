import { Type, type Static, type TSchema } from "typebox";
import { NonNegativeAmount } from "./money.ts";

/** A list's query parameters by name, in the order in which faults are reported. An array may be repeated. */
export type QueryParameters = Readonly<Record<string, TSchema>>;

export const PAGE_LIMIT_DEFAULT = 10;
export const PAGE_LIMIT_MAX = 100;
export const SEARCH_LENGTH_MAX = 255;

/** The same schema with words of its own. */
export const described = <T extends TSchema>(schema: T, description: string) =>
  Type.Unsafe<Static<T>>({ ...schema, description });

/** Page size and position, as every list has them (docs/design/decisions.md#list-parameters). */
export const pageParameters = <Id extends TSchema>(id: Id) => ({
  limit: Type.Integer({
    minimum: 1,
    maximum: PAGE_LIMIT_MAX,
    description: `Objects on the page; ${PAGE_LIMIT_DEFAULT} where absent`,
    examples: [20],
  }),
  starting_after: described(
    id,
    "The page that follows this object, going to older ones. An object of the same merchant and mode; it need not match the filters",
  ),
  ending_before: described(
    id,
    "The page right before this object, going to newer ones; still newest first. It ends where another object may still come in between, so that going on from the newest of each page shows every object once. Not together with `starting_after`",
  ),
});

const createdBound = (relation: string) =>
  Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: `Created ${relation} this Unix second`,
    examples: [1789300000],
  });
const amountBound = (relation: string) =>
  Type.Unsafe<number>({
    ...NonNegativeAmount,
    description: `Amount ${relation} these minor units, whatever the currency`,
    examples: [1000],
  });

export const createdParameters = {
  "created[gte]": createdBound("in or after"),
  "created[gt]": createdBound("after"),
  "created[lte]": createdBound("in or before"),
  "created[lt]": createdBound("before"),
};

export const amountParameters = {
  "amount[gte]": amountBound("of at least"),
  "amount[gt]": amountBound("above"),
  "amount[lte]": amountBound("of at most"),
  "amount[lt]": amountBound("below"),
};

/** Both ends belong to it; null is open. What the four bounds of a parameter come to. */
export const Range = Type.Object({
  gte: Type.Union([Type.Integer(), Type.Null()]),
  lte: Type.Union([Type.Integer(), Type.Null()]),
});
export type Range = Static<typeof Range>;
