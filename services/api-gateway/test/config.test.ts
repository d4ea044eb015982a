import { expect } from "chai";
import { FINGERPRINTS_MAX } from "@flowlix/contracts";
import { readConfig } from "@flowlix/runtime";
import { testKeyRingText } from "@flowlix/testkit";
import { gatewayConfig } from "../src/config.ts";

describe("the settings of the gateway", () => {
  it("take as many fingerprint keys as a request can carry fingerprints, and no more", () => {
    const { FINGERPRINT_KEYS } = gatewayConfig;
    const ids = Array.from({ length: FINGERPRINTS_MAX }, (_, index) => `k${index}`);
    const ringOf = (names: readonly string[]) =>
      readConfig({ FINGERPRINT_KEYS }, { FINGERPRINT_KEYS: testKeyRingText(...names) });
    expect(ringOf(ids)).to.include({ ok: true });
    expect(ringOf([...ids, "one-more"])).to.deep.equal({
      ok: false,
      problems: ["FINGERPRINT_KEYS: must have at most 8 keys"],
    });
  });
});
