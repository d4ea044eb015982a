import { journalMetrics } from "@flowlix/ledger";
import { createMetrics } from "@flowlix/runtime";
import { expect } from "chai";

describe("the metrics of a journal", () => {
  it("has a value for each owner, currency and kind of finding, zero where nothing differs", async () => {
    const metrics = createMetrics({ processMetrics: false });
    journalMetrics(metrics, "payments", {
      imbalance: async () => [
        { currency: "EUR", minorUnits: 0 },
        { currency: "GBP", minorUnits: 1_250 },
      ],
      findings: async () => [
        { finding: "missing", open: 0 },
        { finding: "rolled_up", open: 2 },
      ],
      ages: async () => [{ of: "days", seconds: 7_200.5 }],
    });
    journalMetrics(metrics, "refunds", {
      imbalance: async () => [{ currency: "EUR", minorUnits: 7 }],
      findings: async () => [],
      ages: async () => [],
    });
    const text = await metrics.text();
    expect(text).to.contain('ledger_imbalance_minor_units{owner="payments",currency="EUR"} 0\n');
    expect(text).to.contain('ledger_imbalance_minor_units{owner="payments",currency="GBP"} 1250\n');
    expect(text).to.contain('ledger_imbalance_minor_units{owner="refunds",currency="EUR"} 7\n');
    expect(text).to.contain('ledger_findings_open{owner="payments",finding="missing"} 0\n');
    expect(text).to.contain('ledger_findings_open{owner="payments",finding="rolled_up"} 2\n');
    expect(text).to.contain('ledger_check_age_seconds{owner="payments",of="days"} 7200.5\n');
  });

  it("has none of an owner whose database does not answer, and what was put right is gone", async () => {
    const metrics = createMetrics({ processMetrics: false });
    let differs = true;
    const away = () => Promise.reject(new Error("away"));
    journalMetrics(metrics, "payments", { imbalance: away, findings: away, ages: away });
    journalMetrics(metrics, "refunds", {
      imbalance: async () => (differs ? [{ currency: "EUR", minorUnits: 7 }] : []),
      findings: async () => [],
      ages: async () => [],
    });
    expect(await metrics.text())
      .to.contain('owner="refunds"')
      .and.not.to.contain('owner="payments"');
    differs = false;
    expect(await metrics.text()).not.to.contain('owner="refunds"');
  });
});
