import { startFakeNats, type FakeNats } from "@flowlix/testkit";
import { expect } from "chai";
import { createBroker, createMetrics } from "@flowlix/runtime";
import { unfitBus } from "../src/broker.ts";
import { BUS_PAYLOAD_BYTES } from "../src/bus-payload.ts";
import { isConfigurationError } from "../src/configuration-error.ts";
import { recordingLogger } from "./support.ts";

describe("a bus that takes messages of", function () {
  this.timeout(20_000);
  let bus: FakeNats | undefined;
  afterEach(() => bus?.stop());

  async function brokerAt(maxPayload: number) {
    bus = await startFakeNats({ maxPayload });
    const { logger, lines } = recordingLogger("info");
    const broker = createBroker({
      nodeId: "api-gateway.one",
      namespace: "payload",
      nats: { url: bus.url },
      logger,
      metrics: createMetrics({ processMetrics: false }),
      requestTimeoutMs: 1_000,
    });
    return { broker, lines };
  }

  it("a megabyte, as a nats-server does unless told otherwise, is refused at the start, with what to set", async () => {
    const { broker } = await brokerAt(1_048_576);
    const first = await Promise.race([broker.start(), unfitBus(broker).catch((error: unknown) => error)]);
    expect(first).to.be.instanceOf(Error);
    expect(isConfigurationError(first)).to.equal(true);
    expect(String(first)).to.include(
      "NATS_URL: the bus takes messages of 1048576 bytes, and 4194304 are needed: set max_payload: 4MB",
    );
  });

  it("what we may send is taken without a word", async () => {
    const { broker, lines } = await brokerAt(BUS_PAYLOAD_BYTES);
    await Promise.race([broker.start(), unfitBus(broker)]);
    await broker.stop();
    expect(lines.filter((line) => line.includes("max_payload"))).to.deep.equal([]);
  });
});
