import { execFileSync } from "node:child_process";
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
  let folder: GuardedFolder;
  before(() => {
    folder = guardedFolder("scripts");
  });
  after(() => folder.remove());

  it("there is one for every test, and none besides", () => {
    const names = readdirSync(SCRIPTS).map((file) => basename(file, ".ts"));
    expect(names).to.have.members([...TEST_NAMES]);
  });

  for (const profile of PROFILE_NAMES) {
    it(`k6 reads each of profile ${profile}, with its thresholds on money, arrivals and failures`, function () {
      const k6 = findK6();
      if (k6 === null) skipBecause(this, "k6 was not found");
      this.timeout(120_000);
      const keys = join(folder.path, "keys.json");
      writeFileSync(
        keys,
        JSON.stringify({ merchants: [{ merchant: "mer_1", api_keys: ["api_test_sk_1"] }] }),
      );
      const tests: Profile["tests"] = PROFILES[profile].tests;
      for (const test of Object.keys(tests)) {
        const env = { HOME: process.env["HOME"] ?? "", PROFILE: profile, KEYS_FILE: keys };
        const text = execFileSync(k6 ?? "", ["inspect", scriptOf(test)], {
          encoding: "utf8",
          env,
          stdio: ["ignore", "pipe", "pipe"],
        });
        const {
          thresholds,
          scenarios,
        }: { thresholds: object; scenarios: Record<string, { executor: string }> } = JSON.parse(text);
        expect(Object.keys(thresholds), test).to.include.members([
          "duplicate_money",
          "lost_money",
          "over_refunds",
          "misreported_money",
          "truth_compared",
          "http_req_failed{target:platform}",
        ]);
        const executors = Object.values(scenarios).map(({ executor }) => executor);
        if (test === "smoke") continue;
        expect(
          executors.every((executor) => executor.endsWith("arrival-rate")),
          test,
        ).to.equal(true);
        expect(
          Object.keys(thresholds).some((name) => name.startsWith("dropped_iterations")),
          test,
        ).to.equal(true);
      }
    });
  }
});
