/** A number from 0 to just under 1, the same for the same seeds, so that a run can be repeated. */
export function randomOf(...seeds: readonly number[]): number {
  let state = 0x9e3779b9;
  for (const seed of seeds) {
    state = Math.imul(state ^ (seed >>> 0), 0x85ebca6b);
    state ^= state >>> 13;
    state = Math.imul(state, 0xc2b2ae35);
    state ^= state >>> 16;
  }
  return (state >>> 0) / 2 ** 32;
}

/** One of the names, each as often as its weight says. @param share 0 to just under 1 */
export function chooseWeighted<Name extends string>(
  weights: Readonly<Record<Name, number>>,
  share: number,
): Name {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the argument
  const names = Object.keys(weights) as Name[];
  const total = names.reduce((sum, name) => sum + weights[name], 0);
  let left = share * total;
  for (const name of names) {
    left -= weights[name];
    if (left < 0) return name;
  }
  const last = names.at(-1);
  if (last === undefined) throw new Error("there is nothing to choose from");
  return last;
}

export function pick<T>(from: readonly T[], share: number): T {
  const one = from[Math.floor(share * from.length)];
  if (one === undefined) throw new Error("there is nothing to choose from");
  return one;
}
