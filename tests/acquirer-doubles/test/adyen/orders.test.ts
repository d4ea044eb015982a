import { expect } from "chai";
import type { Evidence, OrderRef, Outcome } from "@flowlix/provider";
import { CHALLENGED_CARD } from "@flowlix/acquirer-doubles";
import {
  aCard,
  aGooglePay,
  anAccount,
  anApplePay,
  anOrder,
  aPanOnly,
  call,
  passChallenge,
  type Account,
} from "./support.ts";

const outcomeOfAmount = (amount: number) =>
  amount === 7_001 ? "capture_failed" : amount === 7_002 ? "pending" : amount === 7_003 ? "lost" : undefined;

/** What an owner has kept of an event about an order that succeeded, unless `facts` say otherwise. */
const signed = ({ reference, amount, currency }: OrderRef, facts: object): Evidence => ({
  callbackId: JSON.stringify(facts),
  kind: "order",
  reference,
  at: 1,
  evidence: JSON.stringify({
    psp: "P",
    original: "",
    reference,
    value: amount,
    currency,
    success: true,
    ...facts,
  }),
});

describe("payments at Adyen", () => {
  let account: Account;
  before(async () => {
    account = await anAccount({ outcomeOfAmount });
  });
  after(() => account.stop());

  const pay = async (order = anOrder(), instrument = aCard()): Promise<Outcome> =>
    (await account.adapter.authorise(order, instrument, call())).outcome;
  const read = async (order: OrderRef) =>
    (await account.adapter.readOrder(order, call(), account.kept(order.reference))).outcome;
  const close = async (order: OrderRef) =>
    (await account.adapter.closeOrder(order, call(), account.kept(order.reference))).outcome;

  it("are SUCCEEDED when they are authorised, and their id is Adyen's", async () => {
    const order = anOrder();
    const outcome = await pay(order);
    expect(outcome.kind).to.equal("succeeded");
    account.settle();
    expect(await read(order)).to.deep.equal(outcome);
    expect(account.double.book.executions(order.reference)).to.equal(1);
  });

  it("are charged with another card after one that was refused outright, under a key of its own", async () => {
    const order = anOrder();
    expect(await pay(order, aCard({ number: "" }))).to.deep.equal({ kind: "not_executed", cause: "error" });
    expect(await pay(order), "the key of the refusal clashes").to.deep.equal({
      kind: "unknown",
      cause: "lost",
    });
    const again = { ...order, again: "7" };
    expect(await pay(again)).to.have.property("kind", "succeeded");
    expect(await pay(again), "the same submission again is the same call").to.have.property(
      "kind",
      "succeeded",
    );
    expect(account.double.book.executions(order.reference)).to.equal(1);
  });

  for (const [name, instrument] of [
    ["Apple Pay", anApplePay()],
    ["Google Pay", aGooglePay()],
    ["Google Pay with the payer's own card", aPanOnly()],
  ] as const) {
    it(`are paid with ${name}`, async () => {
      const order = anOrder();
      expect(await pay(order, instrument)).to.have.property("kind", "succeeded");
      expect(account.double.book.executions(order.reference)).to.equal(1);
    });
  }

  it("are failed with the code of their refusal, and by a webhook alone with none, since its reason is not signed", async () => {
    const order = anOrder();
    const outcome = await pay(order, aCard({ holder_name: "NOT_ENOUGH_BALANCE" }));
    expect(outcome).to.include({ kind: "failed", code: "insufficient_funds" });
    account.settle();
    expect(await read(order)).to.include({ kind: "failed", code: "generic_decline" });
  });

  it("are not known before a webhook says something, which proves nothing", async () => {
    const order = anOrder({ amount: 7_002 });
    expect(await pay(order)).to.deep.equal({ kind: "in_progress", stage: "processing" });
    account.settle();
    expect(await read(order)).to.deep.equal({ kind: "absent" });
    expect(account.adapter.absentIsFinal.order).to.equal("never");
  });

  it("whose answer was lost are shown by their webhook", async () => {
    const order = anOrder({ amount: 7_003 });
    expect(await pay(order)).to.deep.equal({ kind: "unknown", cause: "lost" });
    account.settle();
    expect(await read(order)).to.have.property("kind", "succeeded");
  });

  it("are charged once however often and however concurrently they are sent", async () => {
    const order = anOrder();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => account.adapter.authorise(order, aCard(), call(true))),
    );
    for (const { outcome } of outcomes) expect(outcome.kind).to.equal("succeeded");
    expect(account.double.book.executions(order.reference)).to.equal(1);
  });

  it("are undone by CAPTURE_FAILED, whichever webhook comes first", async () => {
    const order = anOrder({ amount: 7_001 });
    await pay(order);
    account.settle();
    const all = account.kept(order.reference);
    expect(all).to.have.length(2);
    for (const evidence of [all, all.toReversed()]) {
      const { outcome } = await account.adapter.readOrder(order, call(), evidence);
      expect(outcome).to.include({ kind: "undone", reason: "capture_declined" });
    }
  });

  it("of another amount or currency are a contradiction, by a webhook too", async () => {
    const order = anOrder();
    await pay(order);
    account.settle();
    const evidence = account.kept(order.reference);
    for (const [other, contradicts] of [
      [{ ...order, amount: 999 }, "amount"],
      [{ ...order, currency: "USD" }, "currency"],
    ] as const) {
      const { outcome } = await account.adapter.readOrder(other, call(), evidence);
      expect(outcome).to.deep.equal({ kind: "unknown", cause: "garbled", contradicts });
    }
  });

  it("are two under one reference only by a contradiction", async () => {
    const order = anOrder();
    await pay(order);
    account.settle();
    const [first] = account.kept(order.reference);
    expect(first?.evidence).to.include("AUTHORISATION");
    const second = { ...first!, evidence: first!.evidence.replace(/"psp":"[^"]+"/, '"psp":"ANOTHER"') };
    const { outcome } = await account.adapter.readOrder(order, call(), [first!, second]);
    expect(outcome).to.deep.equal({ kind: "unknown", cause: "garbled", contradicts: "reference" });
  });

  describe("with a challenge", () => {
    const challenged = async () => {
      const order = anOrder();
      const outcome = await pay(order, aCard({ number: CHALLENGED_CARD }));
      if (outcome.kind !== "action_required") throw new Error(`no challenge but ${outcome.kind}`);
      return { order, url: outcome.url };
    };
    const complete = async (order: OrderRef, returned: Record<string, string>) =>
      (await account.adapter.completeAction?.(order, returned, call(true)))?.outcome;

    it("charge nothing until the return is finished by a call of ours", async () => {
      const { order, url } = await challenged();
      const returned = await passChallenge(url, "pass");
      expect(Object.keys(returned)).to.include.members([...account.adapter.returnParameters]);
      account.settle();
      expect(account.double.book.executions(order.reference)).to.equal(0);
      expect(await complete(order, returned)).to.have.property("kind", "succeeded");
      expect(account.double.book.executions(order.reference)).to.equal(1);
    });

    it("are read before the payer came back, and say no more than that nothing is known", async () => {
      const { order } = await challenged();
      account.settle();
      expect(await read(order)).to.deep.equal({ kind: "absent" });
    });

    it("are charged once however often the return is finished", async () => {
      const { order, url } = await challenged();
      const returned = await passChallenge(url, "pass");
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => complete(order, returned)));
      for (const outcome of outcomes) expect(outcome).to.have.property("kind", "succeeded");
      expect(account.double.book.executions(order.reference)).to.equal(1);
    });

    it("finish each return under a key of its own, so that a second one is not answered with the first", async () => {
      const { order, url } = await challenged();
      const [first, second] = [await passChallenge(url, "fail"), await passChallenge(url, "fail")];
      for (const returned of [first, second]) await complete(order, returned);
      const keys = account.double.server.seen
        .filter(({ path }) => path.endsWith("/payments/details"))
        .slice(-2)
        .map(({ headers }) => headers["idempotency-key"]);
      expect(new Set(keys)).to.have.length(2);
      for (const key of keys) expect(String(key)).to.have.length.at.most(64);
      expect(keys.join(" ")).not.to.include(first["redirectResult"]);
    });

    it("are failed where the payer was not authenticated", async () => {
      const { order, url } = await challenged();
      const returned = await passChallenge(url, "fail");
      expect(await complete(order, returned)).to.include({ kind: "failed", code: "three_d_secure_failed" });
    });

    it("move nothing by a result that nobody gave out", async () => {
      const { order } = await challenged();
      expect(await complete(order, { redirectResult: "forged" })).to.deep.equal({
        kind: "unknown",
        cause: "lost",
      });
      expect(await complete(order, {})).to.have.property("kind", "not_executed");
      expect(account.double.book.executions(order.reference)).to.equal(0);
    });

    it("do not take the result of another payment for theirs", async () => {
      const [mine, another] = [await challenged(), await challenged()];
      const returned = await passChallenge(another.url, "pass");
      expect(await complete(mine.order, returned)).to.deep.equal({
        kind: "unknown",
        cause: "garbled",
        contradicts: "reference",
      });
      account.settle();
      expect(await read(another.order)).to.have.property("kind", "succeeded");
    });

    it("are closed by TECHNICAL_CANCEL, and then their return charges nothing", async () => {
      const { order, url } = await challenged();
      const returned = await passChallenge(url, "pass");
      expect(await close(order)).to.deep.equal({ kind: "absent" });
      account.settle();
      expect(await close(order)).to.have.property("kind", "closed");
      await complete(order, returned);
      account.settle();
      expect(await read(order)).to.have.property("kind", "closed");
      expect(account.double.book.executions(order.reference)).to.equal(0);
    });
  });

  it("are closed by our reference alone where they are not captured yet", async () => {
    const order = anOrder();
    const delayed = await anAccount({}, { capture_delay_hours: 1 });
    try {
      expect((await delayed.adapter.authorise(order, aCard(), call())).outcome.kind).to.equal("succeeded");
      await delayed.adapter.closeOrder(order, call(), []);
      delayed.settle();
      const { outcome } = await delayed.adapter.closeOrder(order, call(), delayed.kept(order.reference));
      expect(outcome.kind).to.equal("closed");
      delayed.double.clock.advance(2 * 3_600_000);
      expect(delayed.double.book.executions(order.reference)).to.equal(0);
    } finally {
      await delayed.stop();
    }
  });

  describe("that are authorised after they were asked to be cancelled", () => {
    /** What an owner says of an order that it has asked to close. */
    const asked = (order: OrderRef): OrderRef => ({ ...order, closingAsked: true });
    const RECEIVED = { kind: "in_progress", stage: "received" };

    it("are told as no success, and are closed by the cancellation that comes after", async () => {
      const delayed = await anAccount({}, { capture_delay_hours: 1 });
      const order = asked(anOrder());
      const ask = async () =>
        (await delayed.adapter.closeOrder(order, call(), delayed.kept(order.reference))).outcome;
      const reported = async () =>
        (await delayed.adapter.readOrder(order, call(), delayed.kept(order.reference))).outcome;
      try {
        expect(await ask(), "asked before it was there").to.deep.equal({ kind: "absent" });
        delayed.settle();
        await delayed.adapter.authorise(anOrder({ reference: order.reference }), aCard(), call());
        delayed.settle();
        expect(await reported()).to.include(RECEIVED);
        expect(await ask(), "asked again, since the first came to nothing").to.include(RECEIVED);
        delayed.settle();
        expect(await reported()).to.have.property("kind", "closed");
        delayed.double.clock.advance(2 * 3_600_000);
        expect(delayed.double.book.executions(order.reference)).to.equal(0);
      } finally {
        await delayed.stop();
      }
    });

    it("are told as succeeded once Adyen has refused to cancel them three times, or says that they were captured", async () => {
      const order = asked(anOrder());
      await pay(anOrder({ reference: order.reference }));
      for (let at = 0; at < 3; at += 1) {
        account.settle();
        expect(await read(order)).to.include(RECEIVED);
        expect(await close(order)).to.include(RECEIVED);
      }
      account.settle();
      expect(await read(order)).to.have.property("kind", "succeeded");
      expect(await close(order)).to.have.property("kind", "succeeded");
      const captured = asked(anOrder());
      const { outcome } = await account.adapter.readOrder(captured, call(), [
        signed(captured, { event: "AUTHORISATION" }),
        signed(captured, { event: "CAPTURE", psp: "C", original: "P" }),
      ]);
      expect(outcome).to.have.property("kind", "succeeded");
    });

    it("are failed by a refusal all the same", async () => {
      const order = asked(anOrder());
      await pay(anOrder({ reference: order.reference }), aCard({ holder_name: "DECLINED" }));
      account.settle();
      expect(await read(order)).to.have.property("kind", "failed");
    });
  });

  it("that were never sent are not said to be closed, and are asked for again under another key", async () => {
    const order = anOrder();
    expect(await close(order)).to.deep.equal({ kind: "absent" });
    account.settle();
    expect(await close(order)).to.deep.equal({ kind: "absent" });
    const keys = account.double.server.seen
      .filter(({ path }) => path.endsWith("/cancels"))
      .slice(-2)
      .map(({ headers }) => headers["idempotency-key"]);
    expect(new Set(keys)).to.have.length(2);
  });

  it("are asked to be cancelled three times at most, since each refusal has them read again", async () => {
    const order = anOrder();
    const before = account.double.server.seen.length;
    for (let at = 0; at < 6; at += 1) {
      expect(await close(order)).to.deep.equal({ kind: "absent" });
      account.settle();
    }
    const asked = account.double.server.seen.slice(before).filter(({ path }) => path.endsWith("/cancels"));
    expect(asked).to.have.length(3);
  });

  it("of an earlier card, whose id nobody tells any more, are given back by the id of their webhook", async () => {
    const order = anOrder();
    await pay(order);
    account.settle();
    await account.adapter.reverseOrder(order, call(), account.kept(order.reference));
    account.settle();
    const evidence = account.kept(order.reference);
    expect((await account.adapter.reverseOrder(order, call(), evidence)).outcome).to.equal("reversed");
    expect(account.double.book.executions(order.reference), "charged and given back").to.equal(2);
  });

  it("that were authorised several times under one reference are not given back by a guess: nothing is asked", async () => {
    const order = anOrder();
    const [one, other] = [
      signed(order, { event: "AUTHORISATION", psp: "P1" }),
      signed(order, { event: "AUTHORISATION", psp: "P2" }),
    ];
    const before = account.double.server.seen.length;
    for (const [reported, evidence] of [
      [undefined, [one, other]],
      ["P1", [one, other]],
      // The second was told by its answer alone.
      ["P1", [other]],
      // One of them was given back: the other still stands.
      [undefined, [one, other, signed(order, { event: "CANCEL_OR_REFUND", psp: "V", original: "P1" })]],
    ] as const) {
      const asked = reported === undefined ? order : { ...order, acquirerId: reported };
      expect((await account.adapter.reverseOrder(asked, call(), evidence)).outcome).to.equal("ambiguous");
    }
    expect(account.double.server.seen.length).to.equal(before);
  });

  it("are asked to be given back three times at most, each time after a refusal and under a key of its own", async () => {
    const order = anOrder();
    await pay(order);
    account.settle();
    const of = account.double.server.seen.length;
    const authorised = account.kept(order.reference);
    const refusals = Array.from({ length: 4 }, (_, at) =>
      signed(order, { event: "CANCEL_OR_REFUND", psp: `V${at}`, success: false }),
    );
    const outcomes = [];
    for (let at = 0; at <= 4; at += 1) {
      const evidence = [...authorised, ...refusals.slice(0, at)];
      outcomes.push((await account.adapter.reverseOrder(order, call(), evidence)).outcome);
    }
    expect(outcomes).to.deep.equal(["unknown", "unknown", "unknown", "refused", "refused"]);
    const keys = account.double.server.seen
      .slice(of)
      .filter(({ path }) => path.endsWith("/reversals"))
      .map(({ headers }) => headers["idempotency-key"]);
    expect(keys).to.have.length(3);
    expect(new Set(keys)).to.have.length(3);
    const done = [
      ...authorised,
      ...refusals,
      signed(order, { event: "CANCEL_OR_REFUND", psp: "V9", original: "P" }),
    ];
    expect((await account.adapter.reverseOrder(order, call(), done)).outcome).to.equal("reversed");
  });

  it("are given back by Adyen's id, and shown as closed once CANCEL_OR_REFUND says so", async () => {
    const order = anOrder();
    const outcome = await pay(order);
    const acquirerId = "acquirerId" in outcome ? outcome.acquirerId : undefined;
    if (acquirerId === undefined) throw new Error("no id was told");
    expect((await account.adapter.reverseOrder(order, call())).outcome, "without the id").to.equal("unknown");
    expect((await account.adapter.reverseOrder({ ...order, acquirerId }, call())).outcome).to.equal(
      "unknown",
    );
    account.settle();
    expect(await read(order)).to.have.property("kind", "closed");
    expect(account.double.book.executions(order.reference)).to.equal(2);
  });
});
