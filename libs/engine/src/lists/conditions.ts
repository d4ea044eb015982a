import type { Range } from "@flowlix/contracts";

/** Adds a value to a statement and answers its placeholder, with its type. */
export type Bind = (value: unknown, type: string) => string;

/** The values of a statement, in the order of their placeholders, and what adds one to them. */
export function binder(): { readonly values: readonly unknown[]; readonly bind: Bind } {
  const values: unknown[] = [];
  return { values, bind: (value, type) => `$${values.push(value)}::${type}` };
}

export const all = (...conditions: (readonly string[])[]): string => conditions.flat().join(" and ");

/** That a column has one of the values; nothing where there are none. */
export function oneOf(column: string, values: readonly string[], bind: Bind): string[] {
  if (values.length === 0) return [];
  if (values.length === 1) return [`${column} = ${bind(values[0], "text")}`];
  return [`${column} = any(${bind(values, "text[]")})`];
}

/** The last second that any timestamp of ours can have; later ones are beyond the database's own. */
const LATEST_S = 253_402_300_799;

/**
 * The seconds of objects as they are shown, down to the last microsecond: a range's end is the second that is no longer
 * in it.
 */
export const secondsOf = ({ gte, lte }: Range): Range => ({
  gte: gte === null ? null : Math.min(gte, LATEST_S),
  lte: lte === null ? null : Math.min(lte, LATEST_S),
});
