import { expect } from "chai";
import { isDomainError } from "@flowlix/runtime";
import { createAdmission } from "../src/access/admission.ts";
import { createQuota, shareOf } from "../src/access/quota.ts";

describe("the token bucket of a key [LIM-5]", () => {
  const setUp = (settings: Partial<Parameters<typeof createQuota>[0]> = {}) => {
    const clock = { now: 0 };
    const quota = createQuota({ perSecond: 10, burst: 20, replicas: 1, nowMs: () => clock.now, ...settings });
    return { clock, quota };
  };

  it("gives a burst at once and no more [D10-4]", () => {
    const { quota } = setUp();
    const taken = Array.from({ length: 21 }, () => quota.take("key"));
    expect(taken.map((state) => state.allowed)).to.deep.equal([...Array<boolean>(20).fill(true), false]);
    expect(taken[0]).to.include({ limit: 20, remaining: 19, retryAfterS: 0 });
    expect(taken[20]).to.include({ limit: 20, remaining: 0, retryAfterS: 1 });
  });

  it("fills at its rate and never over its size [D10-4]", () => {
    const { clock, quota } = setUp();
    for (let count = 0; count < 20; count += 1) quota.take("key");
    clock.now = 100;
    expect(quota.take("key").allowed).to.equal(true);
    expect(quota.take("key").allowed).to.equal(false);
    clock.now = 1_000_000;
    expect(quota.take("key").remaining).to.equal(19);
  });

  it("says when it is full again, in Unix seconds", () => {
    const { quota } = setUp();
    const real = Date.now;
    Date.now = () => 1_800_000_000_001;
    try {
      for (let count = 0; count < 19; count += 1) quota.take("key");
      expect(quota.take("key").resetAt).to.equal(1_800_000_003);
    } finally {
      Date.now = real;
    }
  });

  it("is one for each key", () => {
    const { quota } = setUp({ burst: 1 });
    expect([quota.take("a").allowed, quota.take("b").allowed, quota.take("a").allowed]).to.deep.equal([
      true,
      true,
      false,
    ]);
  });

  it("is divided by the replicas, but never below half of the setting [D10-4]", () => {
    expect([1, 2, 3, 100].map((replicas) => shareOf(100, replicas))).to.deep.equal([100, 50, 50, 50]);
  });

  it("keeps a bounded number of buckets", () => {
    const { quota } = setUp({ burst: 1, keysMax: 2 });
    for (const key of ["a", "b", "c"]) quota.take(key);
    // The first was dropped and starts afresh.
    expect([quota.take("c").allowed, quota.take("a").allowed]).to.deep.equal([false, true]);
  });
});

describe("the admission of creates", () => {
  it("refuses the one over the limit with service_unavailable and Retry-After, and lets it in later", async () => {
    const admission = createAdmission(1);
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = admission.run("/v1/payments", () => promise);
    const refused = await admission
      .run("/v1/payments", async () => undefined)
      .catch((error: unknown) => error);
    expect(isDomainError(refused) && [refused.type, refused.retryAfterS]).to.deep.equal([
      "service_unavailable",
      1,
    ]);
    resolve();
    await first;
    expect(await admission.run("/v1/payments", async () => "in")).to.equal("in");
    expect(admission.inFlight()).to.equal(0);
  });

  it("gives the place back when the work fails", async () => {
    const admission = createAdmission(1);
    await admission.run("/v1/payments", () => Promise.reject(new Error("x"))).catch(() => undefined);
    expect(admission.inFlight()).to.equal(0);
  });
});
