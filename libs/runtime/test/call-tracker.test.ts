import { expect } from "chai";
import { idempotencyContract } from "@flowlix/contracts";
import { clientFor, createBroker, createMetrics } from "@flowlix/runtime";
import { gate, withNats } from "@flowlix/testkit";
import { aCall, heldKey, idempotencyWith, recordingLogger, rejectionOf } from "./support.ts";

describe("a broker that stops", function () {
  this.timeout(60_000);
  const bus = withNats();

  it("does not wait for an answer that its caller has given up", async () => {
    const { url, user, password, namespace } = bus();
    const { logger, lines } = recordingLogger("info");
    const create = (nodeId: string) =>
      createBroker({
        nodeId,
        namespace,
        nats: { url, user, password },
        logger,
        metrics: createMetrics({ processMetrics: false }),
        requestTimeoutMs: 5_000,
      });
    const [caller, owner] = [create("api-gateway.one"), create("idempotency.one")];
    const never = gate();
    owner.createService(idempotencyWith({ hold: () => never.pass().then(() => ({ held: true })) }));
    await Promise.all([caller.start(), owner.start()]);
    await caller.waitForServices(["idempotency"], 5_000, 10);
    const client = clientFor(caller, "api-gateway", idempotencyContract);
    expect(await rejectionOf(client.hold(heldKey(), aCall(50)))).to.include({ kind: "timeout" });

    await caller.stop();
    // A stop that had waited would have said so, after all the time that a drain may take.
    expect(lines.filter((line) => /"level":(?:"error"|50)/.test(line))).to.deep.equal([]);
    never.open();
    await owner.stop();
  });
});
