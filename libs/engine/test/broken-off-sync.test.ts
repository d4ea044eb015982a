import { ownerMetrics, syncSafely, type DueObject, type StatusSync } from "@flowlix/engine";
import { createLogger, createMetrics } from "@flowlix/runtime";
import { quietLoop } from "@flowlix/testkit";
import { expect } from "chai";

interface Row {
  readonly id: string;
  readonly look_count: number;
}

const DUE: DueObject<Row> = {
  id: "pay_1",
  look_count: 1_000,
  now_ms: 0,
  leased_until: "the claim",
  look_hung: false,
  provider_account: null,
};

const broken = (reschedule: StatusSync<Row>["syncs"]["reschedule"]): StatusSync<Row> => ({
  noun: "payment",
  syncs: { claimDue: async () => [], noteHung: async () => undefined, reschedule },
  metrics: ownerMetrics(createMetrics({ processMetrics: false }), "payments"),
  logger: createLogger({ service: "payments", instance: "test", level: "silent" }),
  syncLoop: quietLoop,
  sync: () => Promise.reject(new Error("the key is not in the ring")),
});

describe("a status sync that breaks off", () => {
  for (const [who, dueInMs, expected] of [
    ["before the jobs were to sync it puts off nothing", 2_000, 2_000],
    ["where the jobs are late leaves it to them at once", -5, 0],
  ] as const)
    it(`of a payer ${who}`, async () => {
      const noted: unknown[] = [];
      const of = broken(async (due, inMs) => void noted.push([due.leased_until, inMs]));
      expect(await syncSafely(of, { ...DUE, due_in_ms: dueInMs }, performance.now())).to.equal("failed");
      expect(noted).to.deep.equal([["the claim", expected]]);
    });

  it("is repeated when its lease runs out where the time of the next one cannot be noted either", async () => {
    const of = broken(() => Promise.reject(new Error("the database is away")));
    expect(await syncSafely(of, DUE, performance.now())).to.equal("failed");
  });
});
