import { OVERFLOW } from "./differences-store.ts";
import { nameOf, type Found, type LineName } from "./lines.ts";

/** What lines came to so far. Lines are counted once by kind and reference, whatever is wrong with them. */
export interface Tally {
  matched(count: number): void;
  /** What is wrong with one line, or may be; nothing is a match. */
  line(found: readonly Found[]): void;
  /** Takes back what was found of a line: it agrees after all. */
  agreesAfterAll(line: LineName): void;
  /** Something more of a line that is in both, and that was counted as `matched` or not. */
  differsToo(found: Found, matched: boolean): void;
  found(): readonly Found[];
  /** Not all that was found is kept: nobody can say from it what is gone. */
  overflowed(): boolean;
  counts(): { readonly matched: number; readonly differing: number; readonly awaiting: number };
}

/** Keeps so many of each state; the rest are counted. */
export function createTally(keptMax: number = OVERFLOW): Tally {
  // Each with room of its own: what is only awaited takes none from what is an alarm.
  const kept = { open: new Map<string, readonly Found[]>(), awaiting: new Map<string, readonly Found[]>() };
  const counted = { open: 0, awaiting: 0 };
  let matched = 0;
  let overflowed = false;
  const stateOf = (found: readonly Found[]) =>
    found.some(({ state }) => state === "open") ? "open" : "awaiting";
  const line = (found: readonly Found[]): void => {
    const [first] = found;
    if (first === undefined) {
      matched += 1;
      return;
    }
    const state = stateOf(found);
    counted[state] += 1;
    if (kept[state].size < keptMax) kept[state].set(nameOf(first), found);
    else overflowed = true;
  };
  const takeBack = (line_: LineName): readonly Found[] | undefined => {
    const name = nameOf(line_);
    const found = kept.open.get(name) ?? kept.awaiting.get(name);
    if (found === undefined) return undefined;
    const state = stateOf(found);
    counted[state] -= 1;
    kept[state].delete(name);
    return found;
  };
  return {
    matched(count) {
      matched += count;
    },
    line,
    agreesAfterAll(name) {
      if (takeBack(name) !== undefined) matched += 1;
    },
    differsToo(found, wasMatched) {
      const before = takeBack(found);
      // It is counted as differing, and was one too many to be kept.
      if (before === undefined && !wasMatched) return;
      if (wasMatched) matched -= 1;
      const isFound = before?.some(({ difference }) => difference === found.difference) === true;
      line([...(before ?? []), ...(isFound ? [] : [found])]);
    },
    found: () => [...kept.open.values(), ...kept.awaiting.values()].flat(),
    overflowed: () => overflowed,
    counts: () => ({ matched, differing: counted.open, awaiting: counted.awaiting }),
  };
}
