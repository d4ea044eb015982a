import { createServer, type Server } from "node:net";
import { expect } from "chai";
import { createBroker, createMetrics } from "@flowlix/runtime";
import { BUS_PAYLOAD_BYTES } from "../src/bus-payload.ts";
import { recordingLogger } from "./support.ts";

describe("a bus that takes messages of", function () {
  this.timeout(20_000);
  let bus: Server | undefined;
  afterEach((done) => {
    if (bus === undefined) done();
    else bus.close(() => done());
  });

  /** As much of a nats-server as lets a client in. */
  async function busTaking(maxPayload: number): Promise<string> {
    const info = { server_id: "S", version: "2.11.0", proto: 1, headers: true, max_payload: maxPayload };
    bus = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.on("data", (data) => {
        for (const _ of data.toString().matchAll(/^PING\r$/gm)) socket.write("PONG\r\n");
      });
      socket.write(`INFO ${JSON.stringify(info)}\r\n`);
    });
    const listening = bus;
    await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
    const address = listening.address();
    return `nats://127.0.0.1:${typeof address === "object" ? address?.port : address}`;
  }

  async function warningsAt(maxPayload: number) {
    const { logger, lines } = recordingLogger("info");
    const broker = createBroker({
      nodeId: "api-gateway.one",
      namespace: "payload",
      nats: { url: await busTaking(maxPayload) },
      logger,
      metrics: createMetrics({ processMetrics: false }),
      requestTimeoutMs: 1_000,
    });
    await broker.start();
    await broker.stop();
    return lines.map((line) => JSON.parse(line)).filter((line) => "max_payload" in line);
  }

  it("a megabyte, as a nats-server does unless told otherwise, is warned of once, with what to raise", async () => {
    const warnings = await warningsAt(1_048_576);
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.include({ level: "warn", max_payload: 1_048_576, needed: BUS_PAYLOAD_BYTES });
  });

  it("what we may send is taken without a word", async () => {
    expect(await warningsAt(BUS_PAYLOAD_BYTES)).to.deep.equal([]);
  });
});
