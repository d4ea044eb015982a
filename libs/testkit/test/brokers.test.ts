import { Scope, defineService } from "@flowlix/contracts";
import { implement } from "@flowlix/runtime";
import { expect } from "chai";
import { startBrokers, withNats, type TestBrokers } from "@flowlix/testkit";

const contract = defineService("echo", { say: { params: Scope, result: Scope } });
const echo = implement(contract, { say: (params) => Promise.resolve(params) });
const scope = { merchant_id: "mer_000000000000000000000000", livemode: false };

describe("Test brokers", function () {
  this.timeout(30_000);
  let brokers: TestBrokers | undefined;
  afterEach(() => brokers?.stop());

  describe("without a bus", () => {
    it("reach each other's services inside the process", async () => {
      brokers = await startBrokers({ nodes: { caller: [], echo: [echo] } });
      expect(await brokers.of("caller").call("echo.say", scope)).to.deep.equal(scope);
      expect(brokers.of("caller")).to.equal(brokers.of("echo"));
    });
  });

  describe("over NATS", () => {
    const bus = withNats();

    it("are nodes of their own that reach each other's services", async () => {
      brokers = await startBrokers({ nodes: { caller: [], echo: [echo] }, bus: bus() });
      expect(await brokers.of("caller").call("echo.say", scope)).to.deep.equal(scope);
      expect(brokers.of("caller").nodeID).not.to.equal(brokers.of("echo").nodeID);
    });
  });
});
