import { expect } from "chai";
import { isFinallyAbsent } from "../src/index.ts";

const MINUTE = 60_000;
const BETWEEN = { firstMs: 1_000, lastMs: 10_000 };
const LATE = BETWEEN.lastMs + 30 * MINUTE;

describe("an absence", () => {
  const after = { afterMs: 30 * MINUTE };
  const table = [
    ["is to be closed where the acquirer closes references", { finality: "by_close" }, "closable"],
    ["proves nothing where the adapter says never", { finality: "never" }, "never"],
    ["proves nothing until the time is over", { askedAtMs: LATE }, "early"],
    ["counts as the first from then on", {}, "first"],
    ["proves nothing less than a minute after the first", { absentAtMs: LATE - MINUTE + 2 }, "early"],
    ["is final a minute after the first", { absentAtMs: LATE - MINUTE + 1 }, "final"],
    [
      "proves nothing of what was made before it counts",
      { finality: { ...after, sinceMs: BETWEEN.firstMs + 1 }, absentAtMs: LATE - MINUTE },
      "never",
    ],
    [
      "is final of what was made from then on",
      { finality: { ...after, sinceMs: BETWEEN.firstMs }, absentAtMs: LATE - MINUTE },
      "final",
    ],
    ["proves nothing where nobody knows when it was sent", { submittedBetween: undefined }, "never"],
  ] as const;
  for (const [what, differences, expected] of table)
    it(what, () => {
      const usual = {
        finality: after,
        submittedBetween: BETWEEN,
        askedAtMs: LATE + 1,
        absentAtMs: null,
      };
      expect(isFinallyAbsent({ ...usual, ...differences })).to.equal(expected);
    });
});
