import { OVERFLOW } from "./differences-store.ts";
import { nameOf, type Found, type LineName } from "./lines.ts";

/** What lines came to so far. Lines are counted once by kind and reference, whatever is wrong with them. */
export interface Tally {
  matched(count: number): void;
  /** What is wrong with one line, or may be; nothing is a match. */
  line(found: readonly Found[]): void;
  /** Takes back what was found of a line: it agrees after all. */
  agreesAfterAll(line: LineName): void;
  /** A line counted as a match that is not one. */
  differsAfterAll(found: Found): void;
  found(): readonly Found[];
  counts(): { readonly matched: number; readonly differing: number; readonly awaiting: number };
}

export function createTally(): Tally {
  const kept = new Map<string, readonly Found[]>();
  let matched = 0;
  let differing = 0;
  let awaiting = 0;
  const count = (found: readonly Found[], by: 1 | -1): void => {
    if (found.some(({ state }) => state === "open")) differing += by;
    else awaiting += by;
  };
  const line = (found: readonly Found[]): void => {
    const [first] = found;
    if (first === undefined) {
      matched += 1;
      return;
    }
    count(found, 1);
    if (kept.size < OVERFLOW) kept.set(nameOf(first), found);
  };
  return {
    matched(count_) {
      matched += count_;
    },
    line,
    agreesAfterAll(name) {
      const found = kept.get(nameOf(name));
      if (found === undefined) return;
      count(found, -1);
      kept.delete(nameOf(name));
      matched += 1;
    },
    differsAfterAll(found) {
      const before = kept.get(nameOf(found));
      if (before === undefined) matched -= 1;
      else count(before, -1);
      kept.delete(nameOf(found));
      line([...(before ?? []), found]);
    },
    found: () => [...kept.values()].flat(),
    counts: () => ({ matched, differing, awaiting }),
  };
}
