import { expect } from "chai";
import { parseCompareOptions } from "../bench/compare/options.ts";
import { quantile, ratiosText, type Figures } from "../bench/compare/ratios.ts";
import { UsageError } from "../bench/options.ts";

const figures = (paymentsPerSecond: number): Figures => ({
  paymentsPerSecond,
  p50Ms: 2,
  p99Ms: 8,
  cpuUs: 700,
  walBytes: 7_800,
});

describe("make bench-compare", () => {
  it("takes the median of the rounds' ratios, so that a machine's change of pace between rounds moves nothing", () => {
    const shape = { kind: "closed" as const, clients: 64 };
    const text = ratiosText([
      {
        shape,
        before: [1_000, 500, 2_000].map((rate) => figures(rate)),
        now: [1_100, 550, 2_200].map((rate) => figures(rate)),
      },
    ]);
    expect(text).to.include(
      "| closed 64 | payments/s | 1000.0 | 1100.0 | 1.100 | 1.100 to 1.100 | 1.10 1.10 1.10 |",
    );
  });

  it("answers a quantile by the nearest rank", () => {
    expect([0, 0.25, 0.5, 0.75, 1].map((share) => quantile([40, 10, 30, 20], share))).to.deep.equal([
      10, 20, 30, 40, 40,
    ]);
  });

  for (const [args, says] of [
    [[], "--against: must name a commit"],
    [["--against", "HEAD", "--form", "both"], "--form: must be standalone or distributed"],
    [["--against", "HEAD", "--rounds", "0"], "--rounds: must be 1 to 200"],
    [["--against", "HEAD", "--seconds", "x"], "--seconds: must be 1 to 60"],
  ] as const)
    it(`says what is wrong with ${args.join(" ")}: ${says}`, () => {
      expect(() => parseCompareOptions(args)).to.throw(UsageError, says);
    });
});
