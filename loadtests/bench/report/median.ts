/** The middle of several repetitions and how far they lie apart. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.filter((value) => Number.isFinite(value)).sort((left, right) => left - right);
  const middle = (sorted.length - 1) / 2;
  const low = sorted[Math.floor(middle)] ?? Number.NaN;
  const high = sorted[Math.ceil(middle)] ?? Number.NaN;
  return { median: (low + high) / 2, min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN };
}

/** Medians by name; a name missing in a repetition counts as 0 there. */
export function medianRecord(records: readonly Readonly<Record<string, number>>[]): [string, number][] {
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  return [...names]
    .map((name): [string, number] => [name, spreadOf(records.map((record) => record[name] ?? 0)).median])
    .sort(([, left], [, right]) => right - left);
}
