import { expect } from "chai";
import { unadvised } from "../advice.ts";
import { FAULTS } from "../faults.ts";

const runbooksOf = (alerts: readonly string[]) => alerts.map((alert) => `docs/runbooks/${alert}.md`);

describe("What heals a fault of the drill", () => {
  for (const fault of FAULTS.filter(({ advice }) => advice !== undefined))
    it(`stands in a runbook of the alerts that it raises: ${fault.title}`, () => {
      expect(unadvised(fault, runbooksOf([...fault.pages, ...fault.tickets]))).to.deep.equal([]);
    });

  it("is missed where no runbook says it", () => {
    const [fault] = FAULTS.filter(({ advice }) => advice !== undefined);
    expect(fault && unadvised({ ...fault, advice: "helm rollbck" }, runbooksOf(fault.pages))).to.deep.equal([
      'no runbook says "helm rollbck"',
    ]);
  });
});
