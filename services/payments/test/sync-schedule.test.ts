import { expect } from "chai";
import { syncInMs } from "../src/status-sync/sync-schedule.ts";

/** When a Payment is synced, in ms after it was recorded, while nothing changes: the latest moments possible. */
function latest(status: "PENDING" | "PROCESSING" | "REQUIRES_ACTION", syncs: number): number[] {
  const random = Math.random;
  Math.random = () => 1 - Number.EPSILON;
  try {
    let at = 0;
    return Array.from({ length: syncs }, (_, count) => (at += syncInMs(status, count, null) ?? 0));
  } finally {
    Math.random = random;
  }
}

const gaps = (moments: readonly number[]) => moments.map((at, index) => at - (moments[index - 1] ?? 0));

describe("when a Payment is synced", () => {
  it("a lost answer is first looked up within 5 s, and then at most 30 s later each time [D10-7]", () => {
    const moments = latest("PENDING", 50);
    expect(moments[0]).to.be.at.most(5_000);
    for (const gap of gaps(moments)) expect(gap).to.be.at.most(30_000);
  });

  it("a result of 5 s shows within 3 s of the provider's, also where its callback is lost [D10-7]", () => {
    const moments = latest("PROCESSING", 10);
    const shown = moments.find((at) => at >= 5_000) ?? Number.POSITIVE_INFINITY;
    expect(shown - 5_000).to.be.at.most(3_000);
    for (const gap of gaps(moments.filter((at) => at <= 8_000))) expect(gap).to.be.at.most(3_000);
  });

  it("an action's expiry ahead is never slept through, and one that is past is no reason to hurry", () => {
    expect(syncInMs("REQUIRES_ACTION", 9, 1_234)).to.equal(1_234);
    expect(syncInMs("REQUIRES_ACTION", 9, 0)).to.be.above(60_000);
    expect(syncInMs("REQUIRES_ACTION", 9, -1)).to.be.above(60_000);
  });

  it("what has ended is not synced", () => {
    for (const status of ["SUCCEEDED", "FAILED", "EXPIRED"] as const)
      expect(syncInMs(status, 0, null)).to.equal(null);
  });

  it("status syncs are spread, so that an outage's backlog does not come back in one wave", () => {
    const moments = new Set(Array.from({ length: 50 }, () => syncInMs("PENDING", 5, null)));
    expect(moments.size).to.be.above(10);
  });
});
