import { setTimeout as pause } from "node:timers/promises";
import { expect } from "chai";
import { connect } from "@flowlix/persistence";
import { clockMs, moveClock, seededRandom, stopClock, waitFor, withDatabase } from "@flowlix/testkit";
import { sandboxAcquirerSchema } from "../src/index.ts";
import { newReference, withAcquirer, type Answer } from "./support/acquirer.ts";
import { BREAK_WAITING_COMMITS, times } from "./support/requests.ts";

const random = seededRandom();

const facts = (answer: Answer) => {
  const { state, response_code: code } = answer.json();
  return [state, code];
};
const sum = (amounts: readonly unknown[]): number =>
  amounts.reduce<number>((total, amount) => total + Number(amount), 0);

describe("a refund", () => {
  const database = withDatabase([sandboxAcquirerSchema]);
  const acquirer = withAcquirer(database);
  const other = withAcquirer(database);
  const either = (index: number) => (index % 2 === 0 ? acquirer() : other());

  const charge = async (amount = 1_000): Promise<string> => {
    const reference = newReference();
    await acquirer().register(reference, amount);
    await acquirer().authorise(reference);
    return reference;
  };
  const refunded = async (of: string): Promise<number> => {
    const [row] = await database().sql("select refunded from sandbox_acquirer.orders where reference = $1", [
      of,
    ]);
    return Number(row?.["refunded"] ?? 0);
  };
  const later = () => moveClock(database(), 2_000);
  beforeEach("let nothing come due by itself", () => stopClock(database()));

  it("shows what it is, and names its charge in the book", async () => {
    const [charged, reference] = [await charge(), newReference("ref")];
    const refund = (await acquirer().refund(reference, charged, 400)).json();
    expect(refund).to.include({
      reference,
      mode: "sandbox",
      charge: charged,
      amount: 400,
      currency: "EUR",
      state: "processing",
      response_code: null,
    });
    expect(refund).to.have.all.keys(
      "refund_id",
      "reference",
      "mode",
      "charge",
      "amount",
      "currency",
      "state",
      "response_code",
      "created_at",
      "updated_at",
    );
    expect((await acquirer().readRefund(reference)).json()).to.deep.equal(refund);
    await later();
    expect(facts(await acquirer().readRefund(reference))).to.deep.equal(["succeeded", null]);
    const [line, ...more] = await acquirer().refundsOf(charged);
    expect(line).to.include({ reference, kind: "refund", charge: charged, amount: 400, executions: 1 });
    expect(more).to.deep.equal([]);
    const day = new Date(await clockMs(database())).toISOString().slice(0, 10);
    const statement = await acquirer().call("GET", `/v1/statements/${day}`);
    expect(statement.text).to.contain(`"kind":"refund","reference":"${reference}","charge":"${charged}"`);
  });

  it("is executed once however often and however concurrently it is asked for, of two programs too", async () => {
    const [charged, reference] = [await charge(), newReference("ref")];
    const answers = await Promise.all(times(100).map((at) => either(at).refund(reference, charged, 300)));
    for (const answer of answers) expect(facts(answer)).to.deep.equal(["processing", null]);
    expect(await refunded(charged)).to.equal(300);
    await later();
    await Promise.all(times(20).map((at) => either(at).readRefund(reference)));
    expect(await acquirer().refundsOf(charged)).to.have.length(1);
  });

  it("keeps amount, currency and charge: another is a conflict and takes nothing", async () => {
    const [charged, another, reference] = [await charge(), await charge(), newReference("ref")];
    await acquirer().refund(reference, charged, 300);
    for (const attempt of [
      acquirer().refund(reference, charged, 301),
      acquirer().refund(reference, another, 300),
      acquirer().refund(reference, charged, 300, { currency: "USD" }),
      acquirer().cancelRefund(reference, another, 300),
    ]) {
      const answer = await attempt;
      expect(answer.status).to.equal(409);
      expect(answer.json()["error"]).to.include({ code: "reference_conflict", executed: false });
    }
    expect([await refunded(charged), await refunded(another)]).to.deep.equal([300, 0]);
  });

  it("of two charges under one reference at once takes of one of them", async () => {
    for (const _ of times(20)) {
      const [one, two, reference] = [await charge(), await charge(), newReference("ref")];
      const answers = await Promise.all(
        times(10).map((at) => either(at).refund(reference, at % 4 < 2 ? one : two, 300)),
      );
      expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([200, 409]));
      expect((await refunded(one)) + (await refunded(two))).to.equal(300);
    }
  });

  const refused: readonly [string, string, () => Promise<string>, number, object][] = [
    ["a charge nobody knows", "25", async () => newReference(), 100, {}],
    [
      "an order that was not charged",
      "25",
      async () => {
        const reference = newReference();
        await acquirer().register(reference, 1_000);
        return reference;
      },
      100,
      {},
    ],
    ["another currency than the charge's", "78", charge, 100, { currency: "USD" }],
    ["more than was charged", "13", charge, 1_001, {}],
    [
      "a charge that was given back",
      "13",
      async () => {
        const reference = await charge();
        await acquirer().reverse(reference);
        return reference;
      },
      1,
      {},
    ],
  ];
  for (const [name, code, prepare, amount, more] of refused) {
    it(`of ${name} fails with ${code}, once and for ever`, async () => {
      const [charged, reference] = [await prepare(), newReference("ref")];
      const answer = await acquirer().refund(reference, charged, amount, more);
      expect([answer.status, ...facts(answer)]).to.deep.equal([200, "failed", code]);
      await acquirer()
        .authorise(charged)
        .catch(() => undefined);
      expect(facts(await acquirer().refund(reference, charged, amount, more))).to.deep.equal([
        "failed",
        code,
      ]);
      expect(await acquirer().refundsOf(charged)).to.deep.equal([]);
      expect(await refunded(charged)).to.equal(0);
    });
  }

  it("never comes to more than the charge, with fifty at once over two programs", async () => {
    const charged = await charge(1_000);
    const answers = await Promise.all(
      times(50).map((at) => either(at).refund(newReference("ref"), charged, 30)),
    );
    const ends = answers.map((answer) => facts(answer).join(" "));
    expect(ends.filter((end) => end === "processing ")).to.have.length(33);
    expect(ends.filter((end) => end === "failed 13")).to.have.length(17);
    await later();
    await waitFor(
      "the refunds to be finalised",
      async () => (await acquirer().refundsOf(charged)).length === 33,
    );
    expect(sum((await acquirer().refundsOf(charged)).map((line) => line["amount"]))).to.equal(990);
  });

  it("that fails later gives back what it took, and no more", async () => {
    const charged = await charge(104_051 + 500);
    await acquirer().refund(newReference("ref"), charged, 500);
    const failing = newReference("ref");
    await acquirer().refund(failing, charged, 104_051);
    expect(facts(await acquirer().refund(newReference("ref"), charged, 1))).to.deep.equal(["failed", "13"]);
    await later();
    await Promise.all(times(20).map((at) => either(at).readRefund(failing)));
    expect(facts(await acquirer().readRefund(failing))).to.deep.equal(["failed", "51"]);
    expect(await refunded(charged)).to.equal(500);
    const answers = await Promise.all(
      times(2).map(() => acquirer().refund(newReference("ref"), charged, 104_000)),
    );
    expect(answers.map((answer) => answer.json()["state"])).to.have.members(["processing", "failed"]);
  });

  it("and a reversal never give back the same money", async () => {
    for (const round of times(20)) {
      const [charged, reference] = [await charge(), newReference("ref")];
      const refund = () => acquirer().refund(reference, charged, 400);
      const reverse = () => other().reverse(charged);
      const calls = round % 2 === 0 ? [refund, reverse] : [reverse, refund];
      await Promise.all(calls.map((call) => call()));
      const [state] = facts(await acquirer().readRefund(reference));
      const reversal = await acquirer().reverse(charged);
      if (state === "failed") expect(reversal.json()).to.include({ reversed: true });
      else expect(reversal.json()["error"]).to.include({ code: "already_refunded", executed: false });
    }
  });

  it("stays cancelled: it is never executed afterwards, known or unknown before", async () => {
    const [charged, reference] = [await charge(), newReference("ref")];
    expect(facts(await acquirer().cancelRefund(reference, charged, 300))).to.deep.equal(["cancelled", null]);
    expect(facts(await acquirer().cancelRefund(reference, charged, 300))).to.deep.equal(["cancelled", null]);
    expect(facts(await other().refund(reference, charged, 300))).to.deep.equal(["cancelled", null]);
    await later();
    expect(facts(await acquirer().readRefund(reference))).to.deep.equal(["cancelled", null]);
    expect(await acquirer().refundsOf(charged)).to.deep.equal([]);
    expect(await refunded(charged)).to.equal(0);
  });

  it("shows its state to a cancellation that comes too late", async () => {
    const charged = await charge(500_000);
    for (const [amount, state] of [
      [1_000, "processing"],
      [104_099, "processing"],
      [100_051, "failed"],
    ] as const) {
      const reference = newReference("ref");
      await acquirer().refund(reference, charged, amount);
      expect((await acquirer().cancelRefund(reference, charged, amount)).json()).to.include({ state });
    }
  });

  it("is either executed or cancelled when both meet, and takes of its charge only then", async function () {
    this.timeout(60_000);
    for (const round of times(20)) {
      const charged = await charge(1_000);
      const references = times(10).map(() => newReference("ref"));
      const calls = references.flatMap((reference) => {
        const refund = () => acquirer().refund(reference, charged, 10);
        // Refunds of one charge wait for each other, so that a cancellation at the same time mostly wins.
        const cancel = async () => {
          await pause(random() * 40);
          return either(round).cancelRefund(reference, charged, 10);
        };
        return random() < 0.5 ? [refund, cancel, refund] : [cancel, refund, cancel];
      });
      await Promise.all(calls.map((call) => call()));
      const states = await Promise.all(
        references.map(async (reference) => facts(await acquirer().readRefund(reference))[0]),
      );
      for (const state of states) expect(state).to.be.oneOf(["cancelled", "processing"]);
      const taken = states.filter((state) => state === "processing").length * 10;
      expect(await refunded(charged)).to.equal(taken);
    }
  });

  it("is executed once when the connection breaks under a shared commit, which is then repeated alone", async () => {
    const charges = await Promise.all(times(20).map(() => charge()));
    const holder = await connect(database().adminUrl, "holder");
    await holder.query("begin");
    await holder.query("select 1 from sandbox_acquirer.orders where reference = any($1) for update", [
      charges,
    ]);
    const refunds = charges.map((charged) => ({ charged, reference: newReference("ref") }));
    const calls = refunds.map(({ reference, charged }) => acquirer().refund(reference, charged, 600));
    await waitFor(
      "a commit to be broken",
      async () => (await database().sql(BREAK_WAITING_COMMITS)).length > 0,
    );
    await holder.query("commit");
    await holder.end();
    for (const call of calls) expect(facts(await call)).to.deep.equal(["processing", null]);
    for (const charged of charges) expect(await refunded(charged)).to.equal(600);
  });

  it("is not known until it was asked for", async () => {
    const answer = await acquirer().readRefund(newReference("ref"));
    expect(answer.status).to.equal(404);
    expect(answer.json()["error"]).to.include({ code: "refund_not_found" });
  });
});
