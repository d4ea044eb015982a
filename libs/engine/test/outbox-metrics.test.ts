import { expect } from "chai";
import { outboxMetrics } from "@flowlix/engine";
import { createMetrics } from "@flowlix/runtime";

const counts = (pending: number) => async () => ({ pending, oldestSeconds: 1.5, parked: 2 });

describe("the metrics of an outbox", () => {
  it("tell the owners of one process apart", async () => {
    const metrics = createMetrics({ processMetrics: false });
    outboxMetrics(metrics, "payments", counts(3))("stored", 500);
    outboxMetrics(metrics, "refunds", counts(4))("refused", 1);
    const text = await metrics.text();
    expect(text).to.contain('outbox_pending{owner="payments"} 3\n');
    expect(text).to.contain('outbox_pending{owner="refunds"} 4\n');
    expect(text).to.contain('outbox_oldest_unpublished_age_seconds{owner="refunds"} 1.5\n');
    expect(text).to.contain('outbox_parked{owner="payments"} 2\n');
    expect(text).to.contain('outbox_published_total{owner="payments",outcome="stored"} 500\n');
    expect(text).to.contain('outbox_published_total{owner="refunds",outcome="refused"} 1\n');
  });

  it("ask the database once a scrape", async () => {
    const metrics = createMetrics({ processMetrics: false });
    let asked = 0;
    outboxMetrics(metrics, "payments", async () => {
      asked += 1;
      return counts(asked)();
    });
    await metrics.text();
    expect(asked).to.equal(1);
    expect(await metrics.text()).to.contain('outbox_pending{owner="payments"} 2\n');
  });

  it("have no value of an owner whose database does not answer, and all of the others", async () => {
    const metrics = createMetrics({ processMetrics: false });
    outboxMetrics(metrics, "refunds", counts(4));
    let isAway = false;
    outboxMetrics(metrics, "payments", () => (isAway ? Promise.reject(new Error("away")) : counts(3)()));
    expect(await metrics.text()).to.contain('outbox_pending{owner="payments"} 3\n');
    isAway = true;
    const text = await metrics.text();
    expect(text).not.to.contain('outbox_pending{owner="payments"}');
    expect(text).to.contain('outbox_pending{owner="refunds"} 4\n');
  });
});
