import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { CALLERS } from "@flowlix/contracts";
import { guardedFolder, waitFor, type GuardedFolder } from "@flowlix/testkit";
import { expect } from "chai";
import { SERVICE_NAMES } from "../../services/standalone/src/service-names.ts";
import { isAlive } from "../../services/standalone/src/processes/alive.ts";
import {
  needsNats,
  START_TIMEOUT_MS,
  startDistributed,
  untilGone,
  type Installation,
} from "./support/installation.ts";
import { handedOut, pay, readPayment } from "./support/pay.ts";

describe("an installation of a process per service", function () {
  this.timeout(START_TIMEOUT_MS);
  let folder: GuardedFolder;
  let dataDir: string;
  let running: Installation;

  before(async function () {
    needsNats(this);
    folder = guardedFolder("distributed");
    dataDir = join(folder.path, "data");
    running = await startDistributed({ dataDir, replicas: "payments=2" });
  });
  after(async () => {
    await running?.stop();
    await folder?.remove();
  });

  it("runs every service as often as asked, the bus and Postgres, and takes a payment", async () => {
    const services = running.runtime().processes.map(({ service }) => service);
    expect(services).to.have.members([...SERVICE_NAMES, "payments", "nats-server", "postgres"]);
    const { status, body } = await pay(running);
    expect([status, body["status"]]).to.deep.equal([201, "SUCCEEDED"]);
  });

  it("gives every service an admin port of its own, and says where", async () => {
    const urls = running.runtime().processes.flatMap(({ admin_url: url }) => (url === null ? [] : [url]));
    expect(new Set(urls).size).to.equal(SERVICE_NAMES.length + 1);
    const answers = await Promise.all(urls.map((url) => fetch(`${url}/readyz`)));
    expect(answers.map(({ status }) => status)).to.deep.equal(urls.map(() => 200));
  });

  it("lets no service see another's secrets", function () {
    if (process.platform !== "linux") {
      this.test!.title += " [the environment of a process is only readable on Linux]";
      this.skip();
    }
    const of = (service: string) => namesIn(running.pids(service)[0] ?? 0);
    expect(of("payments")).to.include.members([
      "PAYMENTS_DATABASE_URL",
      "CARD_KEYS",
      "RETURN_TOKEN_KEY",
      "ACQUIRER_API_KEY",
    ]);
    expect(of("payouts")).to.include("PAYOUT_CARD_KEYS").and.not.to.include("CARD_KEYS");
    expect(of("payments")).not.to.include.oneOf([
      "PAYOUT_CARD_KEYS",
      "CONTROL_TOKEN",
      "FINGERPRINT_KEYS",
      "PAGE_TOKEN_KEY",
      "GATEWAY_DATABASE_URL",
      "DATABASE_URL",
    ]);
    expect(of("idempotency")).not.to.include.oneOf([
      "CARD_KEYS",
      "FINGERPRINT_KEYS",
      "PAGE_TOKEN_KEY",
      "ACQUIRER_API_KEY",
      "PAYMENTS_DATABASE_URL",
    ]);
    expect(of("sandbox-acquirer")).not.to.include.oneOf([
      "CARD_KEYS",
      "PAYOUT_CARD_KEYS",
      "NATS_PASSWORD",
      "CONTROL_TOKEN",
    ]);
    expect(of("api-gateway")).not.to.include.oneOf([
      "ACQUIRER_API_KEY",
      "RETURN_TOKEN_KEY",
      "PAYMENTS_DATABASE_URL",
      "WEBHOOK_SECRET_KEYS",
    ]);
    expect(of("notifier")).to.include.members([
      "NOTIFIER_DATABASE_URL",
      "WEBHOOK_SECRET_KEYS",
      "PAGE_TOKEN_KEY",
      "WEBHOOK_LOOPBACK",
    ]);
    expect(of("reconciler"))
      .to.include("RECONCILER_DATABASE_URL")
      .and.not.to.include.oneOf([
        "CARD_KEYS",
        "PAYOUT_CARD_KEYS",
        "CONTROL_TOKEN",
        "PAYMENTS_DATABASE_URL",
        "WEBHOOK_SECRET_KEYS",
      ]);
    expect(of("notifier")).not.to.include.oneOf([
      "CARD_KEYS",
      "CONTROL_TOKEN",
      "FINGERPRINT_KEYS",
      "ACQUIRER_API_KEY",
      "GATEWAY_DATABASE_URL",
    ]);
  });

  it("has a user of the bus per service, who may publish only what its clients call", () => {
    const path = join(dataDir, "nats", "nats-server.conf");
    expect(statSync(path).mode & 0o777).to.equal(0o600);
    const config: {
      authorization: { users: { user: string; permissions: { publish: { allow: string[] } } }[] };
    } = JSON.parse(readFileSync(path, "utf8"));
    const { users } = config.authorization;
    expect(users.map(({ user }) => user).toSorted()).to.deep.equal(Object.keys(CALLERS).toSorted());
    const requests = (name: string) =>
      users
        .find(({ user }) => user === name)
        ?.permissions.publish.allow.filter((subject) => subject.includes(".REQB."));
    expect(requests("api-gateway")).to.have.length(Object.values(CALLERS["api-gateway"]).flat().length);
    expect(requests("idempotency")).to.deep.equal([]);
    expect(requests("payments")?.map((subject) => subject.split(".REQB.")[1])).to.have.members([
      "refunds.void",
      "notifier.accept",
    ]);
    expect(requests("notifier")).to.deep.equal([]);
    const asked = Object.values(CALLERS.reconciler).flat();
    expect(requests("reconciler")).to.have.length(asked.length);
    expect(asked).not.to.include.oneOf(["create", "reserveRefund", "applyRefund", "void", "reverseAnomaly"]);
    expect(requests("refunds")?.map((subject) => subject.split(".REQB.")[1])).to.have.members([
      "payments.reserveRefund",
      "payments.applyRefund",
      "notifier.accept",
    ]);
  });

  it("starts a process again that was killed, with one line about it", async () => {
    const [victim = 0] = running.pids("payments");
    process.kill(victim, "SIGKILL");
    await waitFor(
      "two payments processes again",
      () => {
        const now = running.pids("payments");
        return now.length === 2 && !now.includes(victim);
      },
      60_000,
    );
    const lines = running
      .output()
      .split("\n")
      .filter((line) => line.includes("payments-1 ended with signal SIGKILL"));
    expect(lines).to.have.length(1);
    expect((await pay(running)).status).to.equal(201);
  });

  it("starts the bus again when it was killed", async () => {
    const [victim = 0] = running.pids("nats-server");
    process.kill(victim, "SIGKILL");
    await waitFor(
      "another nats-server",
      () => running.pids("nats-server").find((pid) => pid !== victim),
      60_000,
    );
    await waitFor("payments again", async () => (await pay(running)).status === 201, 60_000);
  });

  it("leaves no child behind when the launcher is killed, and starts again with everything it had", async () => {
    const { body } = await pay(running);
    const links = await handedOut(running);
    const { apiKey } = running;
    const before = running.runtime().processes;
    const children = before
      .filter(({ service }) => !["postgres", "nats-server"].includes(service))
      .map(({ pid }) => pid);
    const [bus = 0] = running.pids("nats-server");
    running.kill("SIGKILL");
    await running.ended;
    await untilGone(children);
    running = await startDistributed({ dataDir });
    expect(isAlive(bus), "the bus that was left").to.equal(false);
    expect(running.apiKey).to.equal(apiKey);
    expect((await readPayment(running, String(body["id"]))).body["status"]).to.equal("SUCCEEDED");
    for (const link of links) expect((await fetch(link)).status, link).to.equal(200);
  });

  it("ends at once what a killed launcher left, when it is started again before that has ended", async () => {
    const left = running
      .runtime()
      .processes.filter(({ service }) => service !== "postgres")
      .map(({ pid }) => pid);
    running.kill("SIGKILL");
    await running.ended;
    running = await startDistributed({ dataDir });
    expect(left.filter(isAlive)).to.deep.equal([]);
    expect((await pay(running)).status).to.equal(201);
  });

  it("stops in order: gateway, owners, bus, acquirer, Postgres", async () => {
    const pids = running.runtime().processes.map(({ pid }) => pid);
    const before = running.output().length;
    expect(await running.stop()).to.equal(0);
    expect(pids.filter(isAlive)).to.deep.equal([]);
    const printed = running.output().slice(before);
    const lines = printed.split("\n");
    const last = (service: string) =>
      lines.findLastIndex((line) => line.includes(`"service":"${service}"`) && line.includes("Stopped."));
    const first = (service: string) =>
      lines.findIndex((line) => line.includes(`"service":"${service}"`) && line.includes("Stopping."));
    expect(last("api-gateway")).to.be.lessThan(first("payments"));
    expect(last("api-gateway")).to.be.lessThan(first("idempotency"));
    expect(Math.max(last("payments"), last("idempotency"))).to.be.lessThan(first("sandbox-acquirer"));
    expect(printed, "nobody lost the bus").not.to.contain("The bus is disconnected.");
  });
});

/** Names of a process's environment. */
function namesIn(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/environ`, "utf8");
  return text.split("\0").map((entry) => entry.split("=", 1)[0] ?? "");
}
