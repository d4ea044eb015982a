import { expect } from "chai";
import { createMetrics, DURATION_BUCKETS } from "@flowlix/runtime";

describe("metrics", () => {
  it("are the same metric however often their name is asked for", async () => {
    const metrics = createMetrics({ processMetrics: false });
    metrics.counter("things_total", "Things.", ["kind"]).inc({ kind: "a" });
    metrics.counter("things_total", "Things.", ["kind"]).inc({ kind: "a" });
    expect(await metrics.text()).to.contain('things_total{kind="a"} 2\n');
  });

  it("cannot be two kinds under one name", () => {
    const metrics = createMetrics({ processMetrics: false });
    metrics.counter("things_total", "Things.");
    expect(() => metrics.gauge("things_total", "Things.")).to.throw("things_total");
  });

  it("are apart from those of another registry", async () => {
    const [one, other] = [createMetrics({ processMetrics: false }), createMetrics({ processMetrics: false })];
    one.counter("things_total", "Things.").inc();
    expect(await other.text()).not.to.contain("things_total");
  });

  it("collect gauges when they are read", async () => {
    const metrics = createMetrics({ processMetrics: false });
    let value = 1;
    metrics.gauge("level", "Level.", [], (gauge) => gauge.set(value));
    value = 2;
    expect(await metrics.text()).to.contain("level 2\n");
  });

  it("are told without what cannot be collected, which fails or never ends", async () => {
    const metrics = createMetrics({ processMetrics: false });
    let isAway = false;
    metrics.gauge("open", "Open.", [], async (gauge) => {
      if (isAway) throw new Error("away");
      gauge.set(3);
    });
    metrics.gauge("late", "Late.", ["owner"], async (gauge) => {
      if (isAway) await new Promise(() => {});
      gauge.set({ owner: "payments" }, 4);
    });
    expect(await metrics.text())
      .to.contain("open 3\n")
      .and.to.contain('late{owner="payments"} 4\n');
    isAway = true;
    const text = await metrics.text();
    expect(text).to.match(/^open nan$/im);
    expect(text).to.contain("build_info{").and.not.to.contain("late{");
  });

  it("tell what runs, and have a bucket edge at every objective", async () => {
    expect(await createMetrics({ version: "1.2.3" }).text()).to.match(
      /build_info\{version="1.2.3",revision="unknown",node_version="v24/,
    );
    expect(DURATION_BUCKETS).to.include.members([0.1, 0.5, 1]);
  });
});
