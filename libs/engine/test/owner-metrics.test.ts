import { circuitMetrics, openObjectsMetrics, providerMetrics } from "@flowlix/engine";
import { createMetrics, keptFor, ownerGauge, poolMetrics } from "@flowlix/runtime";
import { expect } from "chai";

const pool = (totalCount: number, idleCount: number, waitingCount: number) => ({
  totalCount,
  idleCount,
  waitingCount,
  options: { max: 6 },
});

describe("the metrics of owners that share a process", () => {
  it("keep the series of each, and leave out those of one whose database does not answer", async () => {
    const metrics = createMetrics({ processMetrics: false });
    const level = { name: "level", help: "Level.", labels: ["owner"] };
    let isAway = false;
    ownerGauge(metrics, level, (gauge) => gauge.set({ owner: "payments" }, 1));
    ownerGauge(metrics, level, async (gauge) => {
      if (isAway) throw new Error("away");
      gauge.set({ owner: "refunds" }, 2);
    });
    expect(await metrics.text()).to.contain('level{owner="payments"} 1\nlevel{owner="refunds"} 2\n');
    isAway = true;
    const text = await metrics.text();
    expect(text).to.contain('level{owner="payments"} 1\n').and.not.to.contain("refunds");
  });

  it("count the connections of each pool, and its statements by how they ended", async () => {
    const metrics = createMetrics({ processMetrics: false });
    const observers = new Map<object, (seconds: number, errorClass: string | undefined) => void>();
    const hot = pool(5, 2, 7);
    poolMetrics(metrics, "payments", { hot }, (of, observe) => observers.set(of, observe));
    poolMetrics(metrics, "refunds", { read: pool(1, 1, 0) }, () => undefined);
    observers.get(hot)?.(0.02, undefined);
    observers.get(hot)?.(0.02, "40");
    const text = await metrics.text();
    for (const line of [
      'db_pool_connections{owner="payments",pool="hot",state="active"} 3',
      'db_pool_connections{owner="payments",pool="hot",state="idle"} 2',
      'db_pool_connections{owner="refunds",pool="read",state="active"} 0',
      'db_pool_connections_max{owner="payments",pool="hot"} 6',
      'db_pool_waiting_clients{owner="payments",pool="hot"} 7',
      'db_query_duration_seconds_count{owner="payments",pool="hot"} 2',
      'db_errors_total{owner="payments",sqlstate_class="40"} 1',
    ])
      expect(text).to.contain(`${line}\n`);
  });

  it("tell the state of the circuit breakers that an owner uses, and of no other", async () => {
    const metrics = createMetrics({ processMetrics: false });
    const provider = {
      name: "sandbox",
      breakers: () => ({ refund: "open", payout: "half_open", read: "closed" }) as const,
    };
    circuitMetrics(metrics, provider, ["refund"]);
    circuitMetrics(metrics, provider, ["payout"]);
    const text = await metrics.text();
    expect(text).to.contain('provider_circuit_state{provider="sandbox",operation="refund"} 2\n');
    expect(text).to.contain('provider_circuit_state{provider="sandbox",operation="payout"} 1\n');
    expect(text).not.to.contain('operation="read"');
  });

  it("count the calls to a provider and its faults, and time them, by the mode of its orders", async () => {
    const metrics = createMetrics({ processMetrics: false });
    const observe = providerMetrics(metrics, { name: "sandbox", livemode: false }, ["authorise", "read"]);
    const call = { operation: "authorise", seconds: 0.2 };
    observe({ ...call, outcome: "not_executed.unavailable", isFault: false });
    observe({ ...call, outcome: "not_executed.unavailable", isFault: true });
    providerMetrics(metrics, { name: "acquirer", livemode: true }, ["authorise"])({
      ...call,
      outcome: "succeeded",
      isFault: false,
    });
    const text = await metrics.text();
    for (const line of [
      'provider_requests_total{provider="sandbox",operation="authorise",outcome="not_executed.unavailable",mode="sandbox"} 2',
      'provider_faults_total{provider="sandbox",operation="authorise",mode="sandbox"} 1',
      'provider_faults_total{provider="sandbox",operation="read",mode="sandbox"} 0',
      'provider_faults_total{provider="acquirer",operation="authorise",mode="live"} 0',
      'provider_requests_total{provider="acquirer",operation="authorise",outcome="succeeded",mode="live"} 1',
      'provider_request_duration_seconds_count{provider="sandbox",operation="authorise",mode="sandbox"} 2',
    ])
      expect(text).to.contain(`${line}\n`);
  });

  it("have a value for every state and mode of objects that have not ended, from one read for many scrapes", async () => {
    const metrics = createMetrics({ processMetrics: false });
    let reads = 0;
    openObjectsMetrics(metrics, "payouts", ["PENDING", "PROCESSING"], async () => {
      reads += 1;
      return {
        states: [
          { status: "PROCESSING", livemode: true, open: 3, oldestSeconds: 61.5 },
          { status: "PENDING", livemode: false, open: 1, oldestSeconds: 90_000 },
        ],
        overdueSeconds: 2,
      };
    });
    await metrics.text();
    const text = await metrics.text();
    for (const line of [
      'payouts_open{state="PENDING",mode="live"} 0',
      'payouts_open{state="PROCESSING",mode="live"} 3',
      'payouts_open{state="PROCESSING",mode="sandbox"} 0',
      'payouts_oldest_in_state_age_seconds{state="PROCESSING",mode="live"} 61.5',
      'payouts_oldest_in_state_age_seconds{state="PENDING",mode="live"} 0',
      'payouts_oldest_in_state_age_seconds{state="PENDING",mode="sandbox"} 90000',
      "payouts_look_overdue_seconds 2",
    ])
      expect(text).to.contain(`${line}\n`);
    expect(reads).to.equal(1);
  });

  it("have no number of objects while their database does not answer", async () => {
    const metrics = createMetrics({ processMetrics: false });
    openObjectsMetrics(metrics, "refunds", ["PENDING"], () => Promise.reject(new Error("away")));
    const text = await metrics.text();
    expect(text).not.to.contain("refunds_open{");
    expect(text).to.match(/^refunds_look_overdue_seconds nan$/im);
  });
});

describe("an answer that is kept", () => {
  it("is asked for again once its time is over, and at once where it failed", async () => {
    let reads = 0;
    const read = async () => {
      reads += 1;
      if (reads === 1) throw new Error("away");
      return reads;
    };
    const kept = keptFor(60_000, read);
    const first = await Promise.allSettled([kept(), kept()]);
    expect(first.map(({ status }) => status)).to.deep.equal(["rejected", "rejected"]);
    expect(await Promise.all([kept(), kept()])).to.deep.equal([2, 2]);
    const unkept = keptFor(0, read);
    expect([await unkept(), await unkept()]).to.deep.equal([3, 4]);
  });
});
