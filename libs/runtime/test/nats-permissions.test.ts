import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect } from "chai";
import { connect, Events, type NatsConnection } from "nats";
import { CALLERS, idempotencyContract, type Caller } from "@flowlix/contracts";
import { clientFor, createBroker, createMetrics, type ServiceBroker } from "@flowlix/runtime";
import {
  findNatsServer,
  natsConfigFor,
  startNatsServer,
  type NatsServer,
} from "@flowlix/runtime/nats-server";
import { skipBecause, waitFor } from "@flowlix/testkit";
import { aCall, idempotencyWith, recordingLogger, rejectionOf } from "./support.ts";

const NAMESPACE = "permissions";
type User = Caller | "admin";
const passwordOf = (user: string): string => `${user}-password`;
const PASSWORDS: Readonly<Record<string, string>> = Object.fromEntries(
  [...Object.keys(CALLERS), "admin"].map((user) => [user, passwordOf(user)]),
);

describe("permissions of the bus", function () {
  this.timeout(20_000);
  let directory = "";
  let server: NatsServer | undefined;
  let opened: (NatsConnection | ServiceBroker)[] = [];

  before(async function () {
    if (findNatsServer() === null) skipBecause(this, "nats-server was not found");
    directory = mkdtempSync(join(tmpdir(), "flowlix-nats-"));
    server = await startNatsServer({
      dataDir: directory,
      users: natsConfigFor(CALLERS, NAMESPACE, PASSWORDS),
    });
  });
  after(async () => {
    await server?.stop();
    if (directory !== "") rmSync(directory, { recursive: true });
  });
  afterEach(async () => {
    await Promise.all(opened.map((one) => ("stop" in one ? one.stop() : one.close())));
    opened = [];
  });

  const connectAs = async (user: User): Promise<NatsConnection> => {
    const connection = await connect({ servers: server?.url ?? "", user, pass: passwordOf(user) });
    opened.push(connection);
    return connection;
  };
  const brokerAs = (user: User, lines = recordingLogger("info")): ServiceBroker => {
    const nats = { url: server?.url ?? "", user, password: passwordOf(user) };
    const metrics = createMetrics({ processMetrics: false });
    const broker = createBroker({
      nodeId: `${user}.one`,
      namespace: NAMESPACE,
      nats,
      logger: lines.logger,
      metrics,
      requestTimeoutMs: 5_000,
    });
    opened.push(broker);
    return broker;
  };
  /** The subject that the server refused, or null once it has taken everything sent. */
  const refusedSubject = async (
    user: User,
    act: (connection: NatsConnection) => void,
  ): Promise<string | null> => {
    const connection = await connectAs(user);
    let refused: string | null = null;
    void (async () => {
      for await (const status of connection.status()) {
        if (status.type === Events.Error) refused = status.permissionContext?.subject ?? "unknown";
      }
    })();
    act(connection);
    // The server reports a refusal before it answers a later ping.
    await connection.flush();
    // By then it is in the list of what happened; the reader comes to it in this turn.
    await nextTurn();
    return refused;
  };
  const publishing = (user: User, subject: string) =>
    refusedSubject(user, (connection) => connection.publish(`MOL-${NAMESPACE}.${subject}`, "{}"));
  const listening = (user: User, subject: string) =>
    refusedSubject(
      user,
      (connection) => void connection.subscribe(`MOL-${NAMESPACE}.${subject}`, { callback: () => undefined }),
    );

  const PUBLISH_ALLOWED: readonly [User, string][] = [
    ["api-gateway", "REQB.payments.create"],
    ["api-gateway", "REQB.idempotency.begin"],
    ["api-gateway", "REQB.payouts.create"],
    ["refunds", "REQB.payments.reserveRefund"],
    ["payments", "REQB.refunds.void"],
    ["payouts", "RES.api-gateway.one"],
    ["payments", "REQB.notifier.accept"],
    ["refunds", "REQB.notifier.accept"],
    ["payouts", "REQB.notifier.accept"],
    ["api-gateway", "REQB.notifier.createEndpoint"],
    ["notifier", "RES.payouts.one"],
    ["payments", "RES.api-gateway.one"],
    ["reconciler", "REQB.payments.verifyEnds"],
    ["reconciler", "REQB.idempotency.forgetUnfinished"],
    ["api-gateway", "REQB.notifier.listJobs"],
    ["idempotency", "RES.reconciler.one"],
    ["payments", "INFO"],
    ["payments", "DISCOVER.api-gateway.one"],
  ];
  const PUBLISH_REFUSED: readonly [User, string][] = [
    ["api-gateway", "REQB.payments.verifyEnds"],
    // Only the reconciler asks for these, and it can do nothing to an object.
    ["payments", "REQB.refunds.verifyEnds"],
    ["reconciler", "REQB.payments.create"],
    ["reconciler", "REQB.payments.reverseAnomaly"],
    ["reconciler", "REQB.refunds.void"],
    // Events are the owners' to tell, endpoints the gateway's to make; the notifier asks nobody.
    ["api-gateway", "REQB.notifier.accept"],
    ["idempotency", "REQB.notifier.accept"],
    ["payments", "REQB.notifier.createEndpoint"],
    ["payouts", "REQB.notifier.resendEvent"],
    ["notifier", "REQB.payments.get"],
    ["notifier", "REQB.notifier.accept"],
    ["notifier", "RES.idempotency.one"],
    ["api-gateway", "RES.payments.one"],
    ["api-gateway", "REQ.payments.one"],
    ["api-gateway", "REQB.payouts.verifyEnds"],
    ["api-gateway", "REQB.payments.reserveRefund"],
    ["payouts", "REQB.payments.get"],
    ["payouts", "REQB.payouts.create"],
    ["refunds", "REQB.payments.create"],
    ["refunds", "REQB.payouts.create"],
    ["payments", "REQB.refunds.create"],
    ["payments", "REQB.idempotency.begin"],
    ["payments", "REQB.payments.create"],
    ["payments", "RES.idempotency.one"],
    ["idempotency", "REQB.payments.create"],
    ["idempotency", "EVENT.payments.one"],
    ["idempotency", "RES.payments.one"],
  ];
  const LISTEN_REFUSED: readonly [User, string][] = [
    ["idempotency", "REQB.payments.create"],
    ["idempotency", "REQB.payments.>"],
    ["api-gateway", "REQB.payments.create"],
    ["payments", "REQB.payouts.create"],
    ["payments", "RES.api-gateway.one"],
    ["payments", "RES.>"],
    ["payments", ">"],
  ];

  for (const [user, subject] of PUBLISH_ALLOWED) {
    it(`let ${user} publish to ${subject}`, async () =>
      expect(await publishing(user, subject)).to.equal(null));
  }
  for (const [user, subject] of PUBLISH_REFUSED) {
    it(`refuse ${user} to publish to ${subject}`, async () =>
      expect(await publishing(user, subject)).to.equal(`MOL-${NAMESPACE}.${subject}`));
  }
  for (const [user, subject] of LISTEN_REFUSED) {
    it(`refuse ${user} to listen to ${subject}`, async () =>
      expect(await listening(user, subject)).to.equal(`MOL-${NAMESPACE}.${subject}`));
  }

  it("refuse everything of another namespace", async () => {
    const refused = await refusedSubject("api-gateway", (connection) =>
      connection.publish("MOL-other.REQB.payments.create", "{}"),
    );
    expect(refused).to.equal("MOL-other.REQB.payments.create");
  });

  it("are enough for typed calls between services", async () => {
    const gateway = brokerAs("api-gateway");
    const owner = brokerAs("idempotency");
    owner.createService(idempotencyWith());
    await Promise.all([gateway.start(), owner.start()]);
    await gateway.waitForServices(["idempotency"], 5_000, 10);
    const client = clientFor(gateway, "api-gateway", idempotencyContract);
    expect(await client.health({}, aCall())).to.deep.equal({ database: true, degraded: [] });
  });

  it("end a call that the contracts do not allow without an answer, and say so in the log", async () => {
    const log = recordingLogger("info");
    const caller = brokerAs("payments", log);
    const owner = brokerAs("idempotency");
    let handled = false;
    owner.createService(
      idempotencyWith({
        health: async () => {
          handled = true;
          return { database: true, degraded: [] };
        },
      }),
    );
    await Promise.all([caller.start(), owner.start()]);
    await caller.waitForServices(["idempotency"], 5_000, 10);
    // No client offers this call: it is what a service that was broken into would try.
    const error = await rejectionOf(caller.call("idempotency.health", {}, { timeout: 300 }));
    expect(error).to.include({ name: "RequestTimeoutError" });
    expect(handled).to.equal(false);
    await waitFor("the refusal in the log", () =>
      log.lines.some((line) => line.includes("REQB.idempotency.health")),
    );
  });

  it("keep the passwords in a file that only its owner reads", () => {
    expect(statSync(join(directory, "nats-server.conf")).mode & 0o777).to.equal(0o600);
    expect(statSync(directory).mode & 0o077).to.equal(0);
  });

  it("cannot be made without a password for every service", () => {
    expect(() => natsConfigFor(CALLERS, NAMESPACE, { payments: "x" })).to.throw(
      "no password for api-gateway",
    );
  });
});
