import { expect } from "chai";
import { moveClock, waitFor, withDatabase } from "@flowlix/testkit";
import { sandboxAcquirerSchema } from "../src/index.ts";
import {
  API_KEY,
  CALLBACK_SECRET,
  CARD,
  environmentOf,
  newReference,
  PAYOUT,
  send,
  startAcquirer,
} from "./support/acquirer.ts";
import { runAcquirerProcess, startAcquirerProcess } from "./support/acquirer-process.ts";

describe("the acquirer's process on a database without its migrations", function () {
  this.timeout(30_000);
  const database = withDatabase([sandboxAcquirerSchema]);

  it("does not start, and says in one line what to do", async () => {
    await database().sql("delete from sandbox_acquirer.migrations");
    const { code, output } = await runAcquirerProcess(environmentOf(database()));
    expect(code).to.equal(1);
    expect(output).to.match(/^sandbox-acquirer cannot start: run the migrations first: .*$/m);
  });
});

/** The address that payers find it under, on whatever port it listens. */
const PUBLIC = { ACQUIRER_PUBLIC_URL: "https://acquirer.example" };

describe("the acquirer's process", function () {
  this.timeout(30_000);
  const database = withDatabase([sandboxAcquirerSchema]);

  it("forgets nothing when it is killed: what was answered stands, what is due comes, faults end", async () => {
    const first = await startAcquirerProcess(database(), PUBLIC);
    const [charged, processing, challenged] = [newReference(), newReference(), newReference()];
    const order = async (reference: string, amount: number) => {
      await first.register(reference, amount);
      return (await first.authorise(reference)).json();
    };
    await order(charged, 1_000);
    await order(processing, 104_000);
    const before = await order(challenged, 103_000);
    await first.faults([{ operation: "read", fault: "throttle" }]);
    await first.end("SIGKILL");

    await moveClock(database(), 5_000);
    const second = await startAcquirerProcess(database(), PUBLIC);
    await waitFor("the loop to finalise it", async () => (await second.book(processing)).length === 1);
    expect((await second.read(processing)).json()).to.include({ state: "succeeded" });
    expect((await second.authorise(charged)).json()).to.include({ state: "succeeded" });
    expect(await second.book(charged)).to.have.length(1);
    expect((await second.read(challenged)).json()).to.include({ action_url: before["action_url"] });
    await moveClock(database(), 0);
    await second.end("SIGTERM");
  });

  it("killed in the middle of many authorisations charges none twice, and charged every one it answered", async () => {
    const first = await startAcquirerProcess(database());
    const references = Array.from({ length: 300 }, newReference);
    await Promise.all(references.map((reference) => first.register(reference, 1_000)));
    const answered = new Set<string>();
    const calls = references.map(async (reference) => {
      const answer = await first.authorise(reference).catch(() => undefined);
      if (answer?.status === 200) answered.add(reference);
    });
    await waitFor("some answers", () => answered.size > 20);
    await first.end("SIGKILL");
    await Promise.all(calls);

    const second = await startAcquirer(database());
    const charged = new Set((await second.book()).map(({ reference }) => String(reference)));
    for (const reference of answered) expect(charged.has(reference)).to.equal(true);
    await Promise.all(references.map((reference) => second.authorise(reference)));
    const lines = (await second.book()).filter(({ reference }) => references.includes(String(reference)));
    expect(lines).to.have.length(references.length);
    await second.stop();
  });

  it("killed in the middle of many refunds and payouts executes none twice, and every one it answered", async () => {
    const first = await startAcquirerProcess(database());
    const charges = Array.from({ length: 10 }, () => newReference());
    for (const charge of charges) {
      await first.register(charge, 1_000);
      await first.authorise(charge);
    }
    // Twenty of a hundred each: only ten of a charge fit.
    const refunds = charges.flatMap((charge) =>
      Array.from({ length: 20 }, () => ({ charge, reference: newReference("ref") })),
    );
    const payouts = refunds.map(() => newReference("po"));
    const answered = new Map<string, unknown>();
    const noted = async (reference: string, call: ReturnType<typeof first.payout>) => {
      const answer = await call.catch(() => undefined);
      if (answer?.status === 200) answered.set(reference, answer.json()["state"]);
    };
    const calls = [
      ...refunds.map(({ reference, charge }) => noted(reference, first.refund(reference, charge, 100))),
      ...payouts.map((reference) => noted(reference, first.payout(reference, 106_000))),
    ];
    await waitFor("some answers", () => answered.size > 40);
    await first.end("SIGKILL");
    await Promise.all(calls);

    const second = await startAcquirer(database());
    const again = new Map<string, unknown>();
    for (const { reference, charge } of refunds)
      again.set(reference, (await second.refund(reference, charge, 100)).json()["state"]);
    for (const reference of payouts)
      again.set(reference, (await second.payout(reference, 106_000)).json()["state"]);
    await moveClock(database(), 2_000);
    for (const { reference } of refunds) await second.readRefund(reference);
    await moveClock(database(), 0);
    for (const [reference, state] of answered)
      if (state !== "processing") expect(again.get(reference)).to.equal(state);
    for (const charge of charges) expect(await second.refundsOf(charge)).to.have.length(10);
    for (const reference of payouts) expect(await second.book(reference)).to.have.length(1);
    await second.stop();
  });

  it("ends in order when asked to, and answers what is under way first", async () => {
    const acquirer = await startAcquirerProcess(database());
    const reference = newReference();
    await acquirer.register(reference, 1_000);
    await acquirer.faults([{ operation: "authorise", fault: "slow", delay_ms: 60_000 }]);
    const underWay = acquirer.authorise(reference);
    await waitFor("it to arrive", async () =>
      /fault="slow"/.test((await send(`${acquirer.processUrl}/metrics`, "GET")).text),
    );
    const ended = acquirer.end("SIGTERM");
    expect((await underWay).json()).to.include({ state: "succeeded" });
    expect((await ended).code).to.equal(0);
  });

  it("ends in order while it refuses connections", async () => {
    const acquirer = await startAcquirerProcess(database());
    await acquirer.faults([{ operation: "any", fault: "down" }]);
    expect((await acquirer.end("SIGTERM")).code).to.equal(0);
  });

  it("logs no card, key, token, address of a return, or reference's query, whatever happens", async () => {
    const acquirer = await startAcquirerProcess(database(), { LOG_LEVEL: "trace" });
    const reference = newReference();
    const callback_url = "http://127.0.0.1:1/callback-path-of-the-tests";
    await acquirer.register(reference, 103_000, { callback_url });
    const { action_url } = (await acquirer.authorise(reference)).json();
    await send(`${String(action_url)}?query-of-the-tests=1`, "GET");
    await send(String(action_url), "POST", {
      body: "action=complete",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    // A failing statement is what puts most into a log.
    await database().sql("alter table sandbox_acquirer.orders rename to orders_gone");
    const failed = await acquirer.authorise(reference);
    await acquirer.payout(newReference("po"), 1_000, { callback_url });
    await acquirer.refund(newReference("ref"), reference, 1_000, { callback_url });
    const page = await send(String(action_url), "GET");
    await database().sql("alter table sandbox_acquirer.orders_gone rename to orders");
    expect([failed.status, page.status]).to.deep.equal([500, 500]);
    const { output } = await acquirer.end("SIGTERM");
    expect(output).to.include("/v1/orders/:reference/authorise").and.to.include("/challenge/:token");
    const token = String(action_url).split("/").at(-1) ?? "";
    const secrets = [
      CARD.number,
      CARD.holder_name,
      PAYOUT.card.number,
      PAYOUT.recipient.last_name,
      API_KEY,
      CALLBACK_SECRET,
      token,
      "return-token-of-the-tests",
      "query-of-the-tests",
      "callback-path-of-the-tests",
    ];
    for (const secret of secrets) expect(output).not.to.include(secret);
  });

  it("reports every wrong setting at once, one line each, and none of their values", async () => {
    const { code, output } = await runAcquirerProcess({
      ACQUIRER_PORT: "99999",
      ACQUIRER_API_KEY: "too-short",
      ACQUIRER_PUBLIC_URL: "nowhere",
    });
    expect(code).to.equal(78);
    const named = output
      .trim()
      .split("\n")
      .map((line) => line.split(":")[0]);
    expect(named).to.have.members([
      "ACQUIRER_PORT",
      "ACQUIRER_API_KEY",
      "ACQUIRER_CALLBACK_SECRET",
      "ACQUIRER_DATABASE_URL",
      "ACQUIRER_PUBLIC_URL",
    ]);
    expect(output).not.to.include("too-short");
  });

  it("says in one line that a port is taken", async () => {
    const first = await startAcquirer(database());
    for (const [name, url] of [
      ["ACQUIRER_PORT", first.url],
      ["ACQUIRER_ADMIN_PORT", first.adminUrl],
    ] as const) {
      const { code, output } = await runAcquirerProcess(
        environmentOf(database(), { [name]: new URL(url).port }),
      );
      expect(code).to.equal(1);
      expect(output.trim().split("\n")).to.have.length(1);
      expect(output).to.include(name).and.to.include("in use");
    }
    await first.stop();
  });
});
