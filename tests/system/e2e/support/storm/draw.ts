import { SEED, seededRandom } from "@flowlix/testkit";

/** What a storm draws; the same again with the same SEED. */
export interface Draw {
  /** A whole number below `count`. */
  below(count: number): number;
  one<T>(of: readonly T[]): T;
  shuffled<T>(of: readonly T[]): T[];
}

export function createDraw(): Draw {
  const random = seededRandom(SEED);
  const below = (count: number): number => Math.floor(random() * count);
  return {
    below,
    one(of) {
      const [drawn] = of.slice(below(of.length));
      if (drawn === undefined) throw new Error("nothing to draw from");
      return drawn;
    },
    shuffled: (of) =>
      of
        .map((one) => [random(), one] as const)
        .toSorted(([one], [other]) => one - other)
        .map(([, one]) => one),
  };
}
