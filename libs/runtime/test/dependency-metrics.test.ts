import { expect } from "chai";
import { createMetrics, createReadiness } from "@flowlix/runtime";
import { dependencyMetrics } from "../src/dependency-metrics.ts";
import type { Check } from "../src/readiness.ts";

describe("what is told of a process's dependencies", () => {
  const there = async () => undefined;
  const away = () => Promise.reject(new Error("away"));
  const seriesOf = async (checks: readonly Check[], held?: string) => {
    const metrics = createMetrics({ processMetrics: false });
    const readiness = createReadiness();
    readiness.add(checks);
    readiness.hold(held);
    dependencyMetrics(metrics, readiness, checks);
    return (await metrics.text()).split("\n").filter((line) => line.startsWith("dependency_available{"));
  };
  const store = (check: () => Promise<void>): Check => ({ name: "postgres", check });
  const clock = (check: () => Promise<void>): Check => ({ name: "clock", check, needs: "postgres" });

  it("is 1 for each that answers and 0 for each that does not", async () => {
    expect(await seriesOf([{ name: "nats", check: there }, store(there), clock(away)])).to.deep.equal([
      'dependency_available{dependency="nats"} 1',
      'dependency_available{dependency="postgres"} 1',
      'dependency_available{dependency="clock"} 0',
    ]);
  });

  it("is nothing of a clock that cannot be asked, since the database does not answer", async () => {
    expect(await seriesOf([store(away), clock(away)])).to.deep.equal([
      'dependency_available{dependency="postgres"} 0',
    ]);
  });

  it("is nothing at all while a process starts or stops", async () => {
    expect(await seriesOf([store(there), clock(there)], "stopping")).to.deep.equal([]);
  });
});
