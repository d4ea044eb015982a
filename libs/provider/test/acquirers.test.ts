import { expect } from "chai";
import { ACQUIRER_NAMES, ACQUIRERS, createCallbackReceivers, RETURN_PARAMETERS } from "../src/index.ts";

const SETTINGS = { ACQUIRER_URL: "http://127.0.0.1:1", ACQUIRER_API_KEY: "a key of the tests" };

describe("The registry of acquirers", () => {
  for (const name of ACQUIRER_NAMES)
    it(`has ${name} under the name that its adapter has`, async () => {
      const adapter = ACQUIRERS[name].createAdapter(SETTINGS, {});
      await adapter.shutdown();
      expect(adapter.name).to.equal(name);
      expect(RETURN_PARAMETERS, "what payers come back with is passed on").to.include.members([
        ...adapter.returnParameters,
      ]);
    });

  it("gives each acquirer a path of its own for its callbacks; that of sandbox never changes", () => {
    const receivers = createCallbackReceivers({ ACQUIRER_CALLBACK_SECRET: "a secret of the tests" });
    expect(receivers.map(({ provider }) => provider)).to.deep.equal(ACQUIRER_NAMES);
    expect(receivers.find(({ provider }) => provider === "sandbox")?.path).to.equal(
      "/provider/sandbox/callbacks",
    );
    expect(new Set(receivers.map(({ path }) => path)).size).to.equal(receivers.length);
  });
});
