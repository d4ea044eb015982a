import { expect } from "chai";
import { beginAtZero, createMetrics } from "@flowlix/runtime";

describe("counters", () => {
  it("begin at 0 for every known set of labels, and keep what was counted before", async () => {
    const metrics = createMetrics({ processMetrics: false });
    const counter = metrics.counter("things_total", "Things.", ["kind", "mode"]);
    counter.inc({ kind: "a", mode: "live" });
    expect(beginAtZero(counter, { kind: ["a", "b"], mode: ["live", "sandbox"] })).to.equal(counter);
    const text = await metrics.text();
    for (const line of [
      'things_total{kind="a",mode="live"} 1',
      'things_total{kind="a",mode="sandbox"} 0',
      'things_total{kind="b",mode="live"} 0',
      'things_total{kind="b",mode="sandbox"} 0',
    ])
      expect(text).to.contain(`${line}\n`);
  });
});
