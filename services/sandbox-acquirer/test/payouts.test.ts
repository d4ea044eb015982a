import { expect } from "chai";
import { moveClock, seededRandom, stopClock, withDatabase } from "@flowlix/testkit";
import { sandboxAcquirerSchema } from "../src/index.ts";
import { newReference, PAYOUT, withAcquirer, type Answer } from "./support/acquirer.ts";
import { times } from "./support/requests.ts";

const random = seededRandom();

const facts = (answer: Answer) => {
  const { state, response_code: code } = answer.json();
  return [state, code];
};

describe("a payout", () => {
  const database = withDatabase([sandboxAcquirerSchema]);
  const acquirer = withAcquirer(database);
  const other = withAcquirer(database);
  beforeEach("let nothing come due by itself", () => stopClock(database()));

  it("shows what it is, with no more of the card than its brand and last four", async () => {
    const reference = newReference("po");
    const payout = (await acquirer().payout(reference, 1_000)).json();
    expect(payout).to.deep.include({
      reference,
      mode: "sandbox",
      amount: 1_000,
      currency: "EUR",
      card: { brand: "mastercard", last4: "4444" },
      state: "processing",
      response_code: null,
    });
    expect(payout).to.have.all.keys(
      "payout_id",
      "reference",
      "mode",
      "amount",
      "currency",
      "card",
      "state",
      "response_code",
      "created_at",
      "updated_at",
    );
    expect((await acquirer().readPayout(reference)).json()).to.deep.equal(payout);
    const rows = await database().sql(
      "select to_jsonb(t)::text as row from sandbox_acquirer.transfers t union all select to_jsonb(b)::text from sandbox_acquirer.book b",
    );
    const kept = rows.map(({ row }) => String(row)).join("\n");
    for (const secret of [PAYOUT.card.number, "Lovelace", PAYOUT.initiator_ip_address])
      expect(kept).not.to.contain(secret);
  });

  it("is executed once however often and however concurrently it is asked for, of two programs too", async () => {
    const [reference, atOnce] = [newReference("po"), newReference("po")];
    const answers = await Promise.all(
      times(100).flatMap((at) => {
        const program = at % 2 === 0 ? acquirer() : other();
        return [program.payout(reference, 1_000), program.payout(atOnce, 106_000)];
      }),
    );
    expect(new Set(answers.map((answer) => answer.text)).size).to.equal(2);
    await moveClock(database(), 2_000);
    await Promise.all(times(20).map((at) => (at % 2 === 0 ? acquirer() : other()).readPayout(reference)));
    for (const executed of [reference, atOnce]) {
      const book = await acquirer().book(executed);
      expect(book.map((line) => [line["kind"], line["executions"]])).to.deep.equal([["payout", 1]]);
      expect(book[0]).not.to.have.property("charge");
    }
  });

  it("keeps amount and currency: another is a conflict and changes nothing", async () => {
    const reference = newReference("po");
    await acquirer().payout(reference, 1_000);
    for (const attempt of [
      acquirer().payout(reference, 1_001),
      acquirer().payout(reference, 1_000, { currency: "USD" }),
      acquirer().cancelPayout(reference, 999),
    ]) {
      const answer = await attempt;
      expect(answer.status).to.equal(409);
      expect(answer.json()["error"]).to.include({ code: "reference_conflict", executed: false });
    }
  });

  it("stays cancelled: it is never executed afterwards", async () => {
    const [unknown, received] = [newReference("po"), newReference("po")];
    await acquirer().payout(received, 106_001);
    for (const [reference, amount] of [
      [unknown, 106_000],
      [received, 106_001],
    ] as const) {
      expect(facts(await acquirer().cancelPayout(reference, amount))).to.deep.equal(["cancelled", null]);
      expect(facts(await other().payout(reference, amount))).to.deep.equal(["cancelled", null]);
      expect(facts(await acquirer().readPayout(reference))).to.deep.equal(["cancelled", null]);
      expect(await acquirer().book(reference)).to.deep.equal([]);
    }
  });

  it("shows its state to a cancellation that comes too late", async () => {
    for (const [amount, state] of [
      [1_000, "processing"],
      [106_000, "succeeded"],
      [100_051, "failed"],
    ] as const) {
      const reference = newReference("po");
      await acquirer().payout(reference, amount);
      expect((await acquirer().cancelPayout(reference, amount)).json()).to.include({ state });
    }
  });

  it("is either executed or cancelled when both meet, never both", async function () {
    this.timeout(60_000);
    for (const round of times(20)) {
      const references = times(10).map(() => newReference("po"));
      const calls = references.flatMap((reference) => {
        const pay = () => acquirer().payout(reference, 106_000);
        const cancel = () => (round % 2 === 0 ? acquirer() : other()).cancelPayout(reference, 106_000);
        return random() < 0.5 ? [pay, cancel, pay] : [cancel, pay, cancel];
      });
      await Promise.all(calls.map((call) => call()));
      for (const reference of references) {
        const { state } = (await acquirer().readPayout(reference)).json();
        const executed = (await acquirer().book(reference)).length;
        expect([state, executed]).to.be.deep.oneOf([
          ["succeeded", 1],
          ["cancelled", 0],
        ]);
      }
    }
  });

  it("may have the reference of a refund or an order without being it", async () => {
    const reference = newReference();
    await acquirer().register(reference, 1_000);
    await acquirer().authorise(reference);
    await acquirer().refund(reference, reference, 300);
    expect((await acquirer().readPayout(reference)).status).to.equal(404);
    await acquirer().payout(reference, 500);
    await moveClock(database(), 2_000);
    expect(facts(await acquirer().readPayout(reference))).to.deep.equal(["succeeded", null]);
    const kinds = (await acquirer().book(reference)).map(({ kind }) => kind);
    expect(kinds).to.have.members(["charge", "refund", "payout"]);
  });

  const card = PAYOUT.card;
  const faulty: readonly [string, object][] = [
    ["amount", { ...PAYOUT, amount: 0 }],
    ["currency", { ...PAYOUT, amount: 1, currency: "eur" }],
    ["card", { ...PAYOUT, amount: 1, card: undefined }],
    ["card.number", { ...PAYOUT, amount: 1, card: { ...card, number: "4444 3333 2222 1111" } }],
    ["recipient", { ...PAYOUT, amount: 1, recipient: undefined }],
    ["recipient.country", { ...PAYOUT, amount: 1, recipient: { ...PAYOUT.recipient, country: "gb" } }],
    ["callback_url", { ...PAYOUT, amount: 1, callback_url: "nowhere" }],
  ];
  for (const [param, body] of faulty) {
    it(`names ${param} when it is not valid, and repeats no value`, async () => {
      const answer = await acquirer().call("PUT", `/v1/payouts/${newReference("po")}`, body);
      expect(answer.status).to.equal(400);
      expect(answer.json()["error"]).to.include({ code: "invalid_request", param, executed: false });
      expect(answer.text).not.to.contain("4444 3333");
    });
  }

  it("is not known until it was asked for", async () => {
    const answer = await acquirer().readPayout(newReference("po"));
    expect(answer.status).to.equal(404);
    expect(answer.json()["error"]).to.include({ code: "payout_not_found" });
  });
});
