import { EVENT_TYPES } from "@flowlix/contracts";
import { OUTCOMES, outcomeFor } from "@flowlix/workbench";
import { expect } from "chai";

describe("outcomes of the Sandbox", () => {
  it("lead to every type of event, by a request of the type's own kind at the end", () => {
    for (const type of EVENT_TYPES) {
      const { events, requests } = outcomeFor(type);
      expect(events).to.include(type);
      expect(requests.at(-1)?.path).to.equal(`/v1/${type.split(".")[0]}s`);
    }
  });

  it("have names of their own", () => {
    const names = OUTCOMES.map(({ name }) => name);
    expect(new Set(names).size).to.equal(names.length);
  });
});
