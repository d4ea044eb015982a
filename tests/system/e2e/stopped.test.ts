import { randomUUID } from "node:crypto";
import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { HELD_MS } from "./support/acquirer.ts";
import { errorOf, paymentOf, type Answer } from "./support/api.ts";
import { reconcile } from "./support/reconciliation.ts";
import {
  LEASE_MS,
  OVER_NATS,
  PATIENT,
  PATIENT_LEASE_MS,
  TEST_TIMEOUT_MS,
  withPlatform,
} from "./support/platform.ts";

/** A create whose answer may never come; nobody waits for it. */
const sent = (answer: Promise<Answer>): Promise<Answer | null> => answer.catch(() => null);

describe("a stopped process or bus moves no money late", function () {
  this.timeout(TEST_TIMEOUT_MS);
  const platform = withPlatform(OVER_NATS);
  afterEach(async () => {
    for (const service of ["payments", "nats-server", "idempotency"]) platform().signal(service, "SIGCONT");
    await platform().acquirer.mend();
    await healthy();
  });

  const healthy = () =>
    waitFor(
      "the platform's health",
      async () => (await platform().api.send("GET", "/v1/health")).status === 200,
      45_000,
    );
  const ids = async (amount: number) => {
    const rows = await platform().database.sql("select id from payments.payments where amount = $1", [
      amount,
    ]);
    return rows.map(({ id }) => String(id));
  };
  const rowOf = (amount: number) =>
    waitFor("the payment's row", async () => {
      const [id] = await ids(amount);
      return id;
    });
  const unavailable = (answer: Answer | null) => {
    if (answer === null) throw new Error("the gateway gave no answer");
    expect([answer.status, errorOf(answer).code]).to.deep.equal([503, "service_unavailable"]);
    expect(Number(answer.headers.get("retry-after"))).to.be.at.least(1);
  };

  /** The key leads to one payment, and its end is what the acquirer's book says. */
  async function checkInvariants(key: string, amount: number): Promise<void> {
    const { api, acquirer } = platform();
    const reported = paymentOf(await api.createUntilAnswered({ key, amount }, 60_000));
    expect(await ids(amount)).to.deep.equal([reported.id]);
    const ended = await waitFor(
      "its end",
      async () => {
        const payment = paymentOf(await api.read(reported.id));
        return payment.status !== "PENDING" && payment;
      },
      45_000,
    );
    const charges = await acquirer.charges(reported.id);
    expect([ended.status, charges]).to.deep.equal(charges === 1 ? ["SUCCEEDED", 1] : ["FAILED", 0]);
    const book = (await acquirer.book()).filter((line) => line.amount === amount);
    expect(book).to.have.lengthOf(charges);
  }

  it("payments stopped before the create reached it: continued after the time to start, it makes nothing", async () => {
    const { api, acquirer, signal, passTime } = platform();
    const [key, amount] = [randomUUID(), 30_001];
    signal("payments", "SIGSTOP");
    unavailable(await api.create({ key, amount }));
    expect(errorOf(await api.create({ key, amount })).code).to.equal("idempotency_key_in_use");
    await passTime(LEASE_MS + 1_000);
    signal("payments", "SIGCONT");
    await healthy();
    expect([
      await ids(amount),
      (await acquirer.book()).filter((line) => line.amount === amount),
    ]).to.deep.equal([[], []]);
    await checkInvariants(key, amount);
    expect((await acquirer.book()).filter((line) => line.amount === amount)).to.have.lengthOf(1);
  });

  it("payments stopped with a create on its way, retried after the lease, then continued: one charge", async () => {
    const { api, acquirer, signal, passTime } = platform();
    const [key, amount] = [randomUUID(), 30_002];
    await acquirer.fault({ operation: "register", fault: "slow", delay_ms: HELD_MS, times: 1 });
    const first = sent(api.create({ key, amount }));
    await rowOf(amount);
    signal("payments", "SIGSTOP");
    await acquirer.mend();
    unavailable(await first);
    await passTime(LEASE_MS + 1_000);
    const retry = sent(api.create({ key, amount }));
    unavailable(await retry);
    signal("payments", "SIGCONT");
    await healthy();
    await passTime(LEASE_MS + 1_000);
    await checkInvariants(key, amount);
  });

  it("payments stopped between charge and recording: the charge is told, once", async () => {
    const { api, acquirer, signal, passTime } = platform();
    const [key, amount] = [randomUUID(), 30_003];
    await acquirer.fault({ operation: "authorise", fault: "slow", delay_ms: HELD_MS, times: 1 });
    const first = sent(api.create({ key, amount }));
    const id = await rowOf(amount);
    await acquirer.met();
    signal("payments", "SIGSTOP");
    await acquirer.mend();
    await waitFor("the charge", async () => (await acquirer.charges(id)) === 1);
    unavailable(await first);
    await passTime(LEASE_MS + 1_000);
    signal("payments", "SIGCONT");
    await checkInvariants(key, amount);
    expect(paymentOf(await api.read(id)).status).to.equal("SUCCEEDED");
  });

  it("the bus stopped with a create on its way, retried after the lease, then continued: one charge", async () => {
    const { api, acquirer, signal, passTime } = platform();
    const [key, amount] = [randomUUID(), 30_004];
    await acquirer.fault({ operation: "authorise", fault: "slow", delay_ms: HELD_MS, times: 1 });
    const first = sent(api.create({ key, amount }));
    const id = await rowOf(amount);
    signal("nats-server", "SIGSTOP");
    await acquirer.mend();
    unavailable(await first);
    await waitFor("the charge", async () => (await acquirer.charges(id)) === 1);
    await passTime(LEASE_MS + 1_000);
    unavailable(await sent(api.create({ key, amount })));
    signal("nats-server", "SIGCONT");
    await healthy();
    // What waited at the bus began the key again.
    await passTime(LEASE_MS + 1_000);
    await checkInvariants(key, amount);
    expect(paymentOf(await api.read(id)).status).to.equal("SUCCEEDED");
  });

  it("the bus killed with a create on its way: started again, the key tells of one charge", async () => {
    const { api, acquirer, crash, passTime } = platform();
    const [key, amount] = [randomUUID(), 30_005];
    await acquirer.fault({ operation: "authorise", fault: "slow", delay_ms: 1_000, times: 1 });
    const first = sent(api.create({ key, amount }));
    const id = await rowOf(amount);
    await crash("nats-server");
    const answer = await first;
    if (answer?.status !== 201) unavailable(answer);
    await waitFor("the charge", async () => (await acquirer.charges(id)) === 1);
    await passTime(LEASE_MS + 1_000);
    await checkInvariants(key, amount);
    expect(paymentOf(await api.read(id)).status).to.equal("SUCCEEDED");
  });

  it("the idempotency process stopped with a create on its way: the payment is told all the same, and once", async () => {
    const { api, acquirer, signal, passTime } = platform();
    const [key, amount] = [randomUUID(), 30_006];
    await acquirer.fault({ operation: "register", fault: "slow", delay_ms: HELD_MS, times: 1 });
    const first = sent(api.create({ key, amount }));
    await rowOf(amount);
    signal("idempotency", "SIGSTOP");
    await acquirer.mend();
    const answer = await first;
    expect(answer?.status, "the payment was made, so it is told without its key's record").to.equal(201);
    await passTime(LEASE_MS + 1_000);
    signal("idempotency", "SIGCONT");
    await checkInvariants(key, amount);
  });
});

describe("one of two payments processes dies under load", function () {
  this.timeout(TEST_TIMEOUT_MS);
  const platform = withPlatform(OVER_NATS, { replicas: "payments=2", env: PATIENT });

  it("only what it held fails; every 201 is true, and no charge is without its payment", async () => {
    const { api, acquirer, passTime, pids } = platform();
    await acquirer.fault({ operation: "authorise", fault: "slow", delay_ms: 100 });
    const keys = Array.from({ length: 300 }, () => randomUUID());
    const answers = new Map<string, Answer | null>();
    const [killed = 0, survivor] = pids("payments");
    const waiting = [...keys];
    const client = async () => {
      for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
        answers.set(key, await sent(api.create({ key, amount: 40_000 })));
        if (answers.size === 100) process.kill(killed, "SIGKILL");
      }
    };
    const clients = 16;
    await Promise.all(Array.from({ length: clients }, client));
    expect(pids("payments")).to.include(survivor);
    await acquirer.mend();

    const failed = [...answers].filter(([, answer]) => answer?.status !== 201);
    expect(failed.length, "what one process held").to.be.at.most(clients);
    for (const [, answer] of failed) expect(answer?.status).to.equal(503);
    for (const answer of answers.values()) {
      if (answer?.status !== 201) continue;
      const { id, status } = paymentOf(answer);
      expect([status, await acquirer.charges(id)]).to.deep.equal(["SUCCEEDED", 1]);
    }

    await passTime(PATIENT_LEASE_MS + 1_000);
    await reconcile(
      platform(),
      keys.map((key) => ({ key, amount: 40_000 })),
    );
  });
});
