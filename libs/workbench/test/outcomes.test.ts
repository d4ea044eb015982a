import { EVENT_TYPES } from "@flowlix/contracts";
import { bodyIn, OUTCOMES, outcomeFor } from "@flowlix/workbench";
import { expect } from "chai";

describe("outcomes of the Sandbox", () => {
  it("lead to every type of event, by a request of the type's own kind at the end", () => {
    for (const type of EVENT_TYPES) {
      const { events, requests } = outcomeFor(type);
      expect(events).to.include(type);
      expect(requests.at(-1)?.path).to.equal(`/v1/${type.split(".")[0]}s`);
    }
  });

  it("are ordered in the currencies that are accepted, by the same amount in minor units", () => {
    const currencies = { payments: "GBP", payouts: "JPY" };
    for (const { name, requests } of OUTCOMES)
      for (const one of requests) {
        const { amount, currency } = bodyIn(one, currencies);
        expect(amount, name).to.equal(one.body["amount"]);
        const kind = one.path === "/v1/payouts" ? "JPY" : "GBP";
        expect(currency, name).to.equal(one.path === "/v1/refunds" ? undefined : kind);
      }
  });

  it("have names of their own", () => {
    const names = OUTCOMES.map(({ name }) => name);
    expect(new Set(names).size).to.equal(names.length);
  });
});
