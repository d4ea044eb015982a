import { createMetrics, journalMetrics } from "@flowlix/runtime";
import { expect } from "chai";

describe("the metric of a journal", () => {
  it("has a value for each owner and currency, zero where nothing differs", async () => {
    const metrics = createMetrics({ processMetrics: false });
    journalMetrics(metrics, "payments", async () => [
      { currency: "EUR", minorUnits: 0 },
      { currency: "GBP", minorUnits: 1_250 },
    ]);
    journalMetrics(metrics, "refunds", async () => [{ currency: "EUR", minorUnits: 7 }]);
    const text = await metrics.text();
    expect(text).to.contain('ledger_imbalance_minor_units{owner="payments",currency="EUR"} 0\n');
    expect(text).to.contain('ledger_imbalance_minor_units{owner="payments",currency="GBP"} 1250\n');
    expect(text).to.contain('ledger_imbalance_minor_units{owner="refunds",currency="EUR"} 7\n');
  });

  it("has none of an owner whose database does not answer, and what was put right is gone", async () => {
    const metrics = createMetrics({ processMetrics: false });
    let differs = true;
    journalMetrics(metrics, "payments", () => Promise.reject(new Error("away")));
    journalMetrics(metrics, "refunds", async () => (differs ? [{ currency: "EUR", minorUnits: 7 }] : []));
    expect(await metrics.text())
      .to.contain('owner="refunds"')
      .and.not.to.contain('owner="payments"');
    differs = false;
    expect(await metrics.text()).not.to.contain('owner="refunds"');
  });
});
