import type { TaskStatus } from "@flowlix/contracts";
import { expect } from "chai";
import { DomainError } from "@flowlix/runtime";
import { recordOf, startGateway, type TestGateway } from "./support/gateway.ts";
import { scriptedPayments } from "./support/scripted-payments.ts";
import { scriptedPayouts } from "./support/scripted-payouts.ts";
import { scriptedReconciler } from "./support/scripted-reconciler.ts";

const taskOf = (task: string): TaskStatus => ({
  task,
  every_ms: 500,
  running: 0,
  next_at_ms: 1,
  last_ok_at_ms: null,
  last_failed_at_ms: null,
  error: null,
  failures: 0,
  done: 0,
  progress: null,
});

describe("the reconciler over the control API", () => {
  let gateway: TestGateway;
  const asked: unknown[] = [];
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway({
      payments: scriptedPayments({ listJobs: async () => ({ tasks: [taskOf("payments.lookDue")] }) }),
      payouts: scriptedPayouts({ listJobs: () => Promise.reject(new DomainError("service_unavailable")) }),
      reconciler: scriptedReconciler({
        status: async () => ({ tasks: [taskOf("idempotency.sweepUnfinished")] }),
        startStatementRun: async (params) => {
          asked.push(params);
          if (params.day === "2999-01-01") throw new DomainError("parameter_invalid", { param: "day" });
          throw new DomainError("service_unavailable");
        },
      }),
    });
  });
  beforeEach(() => {
    asked.length = 0;
  });
  after(() => gateway.stop());

  it("compares yesterday unless a day is named, in the name of who asks", async () => {
    await gateway.control("POST", "/reconciler/runs", {});
    await gateway.control("POST", "/reconciler/runs", { date: "today" });
    expect(asked.map((params) => recordOf(params)["day"])).to.deep.equal(["yesterday", "today"]);
    expect(recordOf(asked[0])["actor"]).to.be.a("string").and.not.equal("");
  });

  it("lists what all services repeat, and names who does not answer", async () => {
    const { status, body } = await gateway.control("GET", "/reconciler/tasks");
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      tasks: [taskOf("idempotency.sweepUnfinished"), taskOf("payments.lookDue")],
      missing: ["payouts"],
      failed: [],
    });
  });

  it("refuses what is no day, and a day that has not begun, by name", async () => {
    const none = ["2026-02-30", "2026-13-01", "0000-01-01", "0001-01-01", "1969-12-31"];
    for (const date of ["10.3.2026", "2999-01-01", "tomorrow", 5, ...none]) {
      const { status, body } = await gateway.control("POST", "/reconciler/runs", { date });
      expect([status, recordOf(body["error"])["argument"]], String(date)).to.deep.equal([400, "date"]);
    }
  });
});
