import { createMetrics } from "@flowlix/runtime";
import { expect } from "chai";
import { reportExpiry } from "../src/metrics.ts";

describe("payments_action_expiry_seconds", () => {
  const shown = async (hosted: number, challenge: number) => {
    const metrics = createMetrics({ processMetrics: false });
    reportExpiry(metrics, { HOSTED_PAGE_EXPIRY: hosted, THREE_D_SECURE_EXPIRY: challenge });
    return /^payments_action_expiry_seconds (\S+)$/m.exec(await metrics.text())?.[1];
  };

  it("is the longer one of the times that a payer has by the settings, in seconds", async () => {
    expect(await shown(3_600_000, 900_000)).to.equal("3600");
    expect(await shown(15_000, 86_400_000)).to.equal("86400");
  });
});
