import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { busCheck, createBroker, createMetrics, type ServiceBroker } from "@flowlix/runtime";
import { findNatsServer, startNatsServer, type NatsServer } from "@flowlix/runtime/nats-server";
import { skipBecause, waitFor } from "@flowlix/testkit";
import { idempotencyWith, recordingLogger } from "./support.ts";

/** May say everything, and hear everything but calls. */
const USERS = [
  { user: "deaf", password: "deaf-password", publish: [">"], subscribe: ["*.DISCOVER.>", "*.INFO.>"] },
];

describe("a process that may not listen to its calls", function () {
  this.timeout(30_000);
  let directory = "";
  let server: NatsServer | undefined;
  let broker: ServiceBroker | undefined;
  before(async function () {
    if (findNatsServer() === null) skipBecause(this, "nats-server was not found");
    directory = mkdtempSync(join(tmpdir(), "flowlix-refusals-"));
    server = await startNatsServer({ dataDir: directory, users: USERS });
  });
  after(async () => {
    await broker?.stop();
    await server?.stop();
    if (directory !== "") rmSync(directory, { recursive: true });
  });

  it("is not ready, and says what it may not hear", async () => {
    broker = createBroker({
      nodeId: "idempotency.one",
      namespace: "refusals",
      nats: { url: server?.url ?? "", user: "deaf", password: "deaf-password" },
      logger: recordingLogger("info").logger,
      metrics: createMetrics({ processMetrics: false }),
      requestTimeoutMs: 5_000,
    });
    broker.createService(idempotencyWith());
    await broker.start();
    const check = busCheck(broker);
    if (check === undefined) throw new Error("there should be a check");
    let refusal = "";
    await waitFor("the refusal", async () => {
      refusal = await check().then(
        () => "",
        (error: unknown) => String(error),
      );
      return refusal !== "";
    });
    expect(refusal).to.match(/may not listen to MOL-refusals\./);
  });
});
