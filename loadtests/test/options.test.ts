import { expect } from "chai";
import { parseOptions as parseBenchOptions } from "../bench/options.ts";
import { TEST_NAMES } from "../data/tests.ts";
import { HELP, parseOptions, UsageError } from "../runner/options.ts";

describe("make load", () => {
  it("all are the tests of the profile but the upgrade, in their order", () => {
    const withoutUpgrade = TEST_NAMES.filter((test) => test !== "upgrade");
    expect(parseOptions(["--test", "all", "--profile", "ci"])?.tests).to.deep.equal(withoutUpgrade);
    expect(parseOptions(["--test", "all", "--profile", "soak"])?.tests).to.deep.equal(["smoke", "soak"]);
    expect(parseOptions(["--test", "mixed,smoke", "--test", "smoke"])).to.include({
      profile: "laptop",
      baseUrl: null,
    });
  });

  it("takes --no-truth for --no-verifier", () => {
    for (const option of ["--no-verifier", "--no-truth"])
      expect(parseOptions(["--test", "smoke", option])).to.include({ verified: false });
    expect(parseOptions(["--test", "smoke"])).to.include({ verified: true });
  });

  it("takes the commit that an upgrade begins from", () =>
    expect(parseOptions(["--test", "upgrade", "--from", "abc1234"])).to.deep.include({
      tests: ["upgrade"],
      from: "abc1234",
    }));

  const wrong: readonly [args: readonly string[], says: RegExp][] = [
    [[], /^name a test: TEST=smoke, mixed/],
    [["--test", "smok"], /^there is no test "smok"; there are smoke, mixed.*, and all$/],
    [
      ["--test", "smoke", "--profile", "desktop"],
      /^there is no profile "desktop"; there are ci, laptop, cluster, soak$/,
    ],
    [["--test", "mixed", "--profile", "soak"], /^profile "soak" has no test "mixed"; it has smoke, soak$/],
    [["--test", "smoke", "--base-url", "localhost"], /^BASE_URL \(--base-url\): must be an http URL$/],
    [
      ["--test", "smoke", "--base-url", "http://127.0.0.1:3000"],
      /^BASE_URL \(--base-url\) needs KEYS_FILE \(--keys\)$/,
    ],
    [
      ["--test", "rolling-restart", "--base-url", "http://127.0.0.1:3000", "--keys", "k"],
      /^rolling-restart cannot be run with BASE_URL \(--base-url\)/,
    ],
    [["--test", "dependency-loss", "--no-verifier"], /^dependency-loss cannot be run with --no-verifier/],
    [
      ["--test", "smoke", "--seconds", "abc"],
      /^SECONDS \(--seconds\): must be a whole number from 1 to 28800, not "abc"$/,
    ],
    [
      ["--test", "smoke", "--seed", "0"],
      /^SEED \(--seed\): must be a whole number from 1 to 1000000, not "0"$/,
    ],
    [["--test", "upgrade"], /^upgrade needs FROM \(--from\), and no other test beside it$/],
    [["--test", "upgrade,smoke", "--from", "abc1234"], /^upgrade needs FROM/],
    [["--test", "smoke", "--from", "abc1234"], /^FROM \(--from\) is for upgrade alone$/],
    [["--test", "upgrade", "--from", "--orphan"], /from/],
    [["--nonsense"], /nonsense/],
  ];
  for (const [args, says] of wrong) {
    it(`refuses ${args.join(" ") || "nothing"} in words`, () =>
      expect(() => parseOptions(args)).to.throw(UsageError, says));
  }

  it("the help names every test and profile", () => {
    expect(parseOptions(["--help"])).to.equal(null);
    for (const name of [...TEST_NAMES, "ci", "laptop", "cluster", "soak"])
      expect(HELP).to.include(`  ${name} `);
  });
});

describe("make bench", () => {
  it("takes --floors-only for --baselines-only", () => {
    for (const option of ["--baselines-only", "--floors-only"])
      expect(parseBenchOptions([option])).to.include({ baselinesOnly: true });
    expect(parseBenchOptions([])).to.include({ baselinesOnly: false });
  });
});
