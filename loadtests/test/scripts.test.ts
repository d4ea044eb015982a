import { execFileSync, type StdioOptions } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { guardedFolder, skipBecause, type GuardedFolder } from "@flowlix/testkit";
import { expect } from "chai";
import { PROFILE_NAMES, PROFILES, type Profile } from "../data/profiles.ts";
import { TEST_NAMES } from "../data/tests.ts";
import { findK6, scriptOf } from "../runner/k6.ts";

const SCRIPTS = fileURLToPath(new URL("../tests/", import.meta.url));

describe("scripts of the load tests", () => {
  it("there is one for every test, and none besides", () => {
    const names = readdirSync(SCRIPTS).map((file) => basename(file, ".ts"));
    expect(names).to.have.members([...TEST_NAMES]);
  });
});

interface Inspected {
  readonly thresholds: object;
  readonly scenarios: Readonly<Record<string, { readonly executor: string }>>;
}

/** Every test has these, whatever else it asks. */
const ON_MONEY = [
  "duplicate_money",
  "lost_money",
  "over_refunds",
  "misreported_money",
  "truth_compared",
  "http_req_failed{target:platform}",
];

describe("scripts of the load tests, read by k6", function () {
  this.timeout(120_000);
  let folder: GuardedFolder;
  before(function () {
    if (findK6() === null) skipBecause(this, "k6 was not found");
    folder = guardedFolder("scripts");
  });
  after(() => folder?.remove());

  function inspect(profile: string, test: string): Inspected {
    const keys = join(folder.path, "keys.json");
    writeFileSync(keys, JSON.stringify({ merchants: [{ merchant: "mer_1", api_keys: ["api_test_sk_1"] }] }));
    const env = { HOME: process.env["HOME"] ?? "", PROFILE: profile, KEYS_FILE: keys };
    const stdio: StdioOptions = ["ignore", "pipe", "pipe"];
    return JSON.parse(
      execFileSync(findK6() ?? "", ["inspect", "--include-system-env-vars", scriptOf(test)], {
        encoding: "utf8",
        env,
        stdio,
      }),
    );
  }

  it("a spike is checked by its creates before and after, a soak by each part, and a mix by its journeys' ends", () => {
    const checked = (test: string): string[] =>
      Object.entries(inspect("laptop", test).thresholds)
        .filter(([, limits]) => JSON.stringify(limits).includes("p(95)<"))
        .map(([name]) => name);
    const create = (phase: string): string => `http_req_duration{scenario:${phase},name:create_payment}`;
    expect(checked("spike")).to.have.members([create("before"), create("after")]);
    expect(checked("soak")).to.have.members([create("first"), create("middle"), create("last")]);
    expect(checked("mixed")).to.have.members([
      "payment_end_to_end",
      "http_req_duration{name:create_payment}",
    ]);
  });

  for (const profile of PROFILE_NAMES) {
    it(`profile ${profile}: thresholds on money and failures, and an open model whose rate is held to`, () => {
      const tests: Profile["tests"] = PROFILES[profile].tests;
      for (const test of Object.keys(tests)) {
        const { thresholds, scenarios } = inspect(profile, test);
        expect(Object.keys(thresholds), test).to.include.members(ON_MONEY);
        if (test === "smoke") continue;
        const executors = Object.values(scenarios).map(({ executor }) => executor);
        expect(
          executors.every((executor) => executor.endsWith("arrival-rate")),
          test,
        ).to.equal(true);
        const names = Object.keys(thresholds);
        expect(
          names.some((name) => name.startsWith("dropped_iterations")),
          test,
        ).to.equal(true);
      }
    });
  }
});
