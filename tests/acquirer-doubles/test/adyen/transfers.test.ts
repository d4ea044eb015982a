import { expect } from "chai";
import type { PayoutOrder, RefundOrder } from "@flowlix/provider";
import type { ChosenOutcome } from "@flowlix/acquirer-doubles";
import { aCard, anAccount, anOrder, aPayout, aPayoutCard, aRefund, call, type Account } from "./support.ts";

const CHOSEN: ReadonlyMap<number, ChosenOutcome> = new Map([
  [401, "refused_later"],
  [402, "undone"],
  [501, "booked_only"],
  [502, "undone"],
  [503, "refused"],
  [504, "lost"],
  [505, "received"],
]);
const outcomeOfAmount = (amount: number) => CHOSEN.get(amount);

const PROCESSING = { kind: "in_progress", stage: "processing" };

describe("refunds at Adyen", () => {
  let account: Account;
  before(async () => {
    account = await anAccount({ outcomeOfAmount });
  });
  after(() => account.stop());

  async function aCharge(amount = 1_000) {
    const order = anOrder({ amount });
    const { outcome } = await account.adapter.authorise(order, aCard(), call());
    if (outcome.kind !== "succeeded" || outcome.acquirerId === undefined)
      throw new Error("it was not charged");
    return { order, acquirerId: outcome.acquirerId };
  }
  const submit = async (refund: RefundOrder) =>
    (await account.adapter.refunds.submit(refund, call())).outcome;
  const read = async (refund: RefundOrder) =>
    (await account.adapter.refunds.read(refund, call(), account.kept(refund.reference))).outcome;

  it("are received and no more, and SUCCEEDED when REFUND says so", async () => {
    const { order, acquirerId } = await aCharge();
    const refund = aRefund(order, acquirerId);
    expect(await submit(refund)).to.include(PROCESSING);
    expect(await read(refund)).to.deep.equal({ kind: "absent" });
    account.settle();
    expect(await read(refund)).to.have.property("kind", "succeeded");
    expect(account.double.book.refundedOf(order.reference)).to.equal(400);
  });

  it("of a charge whose id was never told are not executed, and nothing is sent", async () => {
    const { order } = await aCharge();
    const before = account.double.server.seen.length;
    expect(await submit(aRefund(order))).to.deep.equal({ kind: "not_executed", cause: "error" });
    expect(account.double.server.seen).to.have.length(before);
  });

  it("are made once however often and however concurrently they are sent", async () => {
    const { order, acquirerId } = await aCharge();
    const refund = aRefund(order, acquirerId);
    for (const outcome of await Promise.all(Array.from({ length: 20 }, () => submit(refund))))
      expect(outcome).to.include(PROCESSING);
    account.settle();
    expect(account.double.book.executions(refund.reference)).to.equal(1);
  });

  it("whose answer was lost, and with it Adyen's id, are found by their webhook under our reference, with that id", async () => {
    const { order, acquirerId } = await aCharge();
    const refund = aRefund(order, acquirerId);
    account.double.faults.plan({ match: { pathEnds: "/refunds" }, fault: { kind: "drop_after" } });
    expect(await submit(refund)).to.deep.equal({ kind: "unknown", cause: "lost" });
    account.settle();
    const outcome = await read(refund);
    expect(outcome.kind).to.equal("succeeded");
    expect("acquirerId" in outcome && outcome.acquirerId).to.match(/^R[0-9]+$/);
  });

  it("that are refused by their webhook are FAILED", async () => {
    const { order, acquirerId } = await aCharge();
    const refund = aRefund(order, acquirerId, 401);
    await submit(refund);
    account.settle();
    expect(await read(refund)).to.include({ kind: "failed", code: "generic_decline" });
  });

  it("are never more than the charge, whatever was received", async () => {
    const { order, acquirerId } = await aCharge();
    const refunds = Array.from({ length: 5 }, () => aRefund(order, acquirerId, 300));
    for (const refund of refunds) await submit(refund);
    account.settle();
    const kinds = await Promise.all(refunds.map(async (refund) => (await read(refund)).kind));
    expect(kinds).to.deep.equal(["succeeded", "succeeded", "succeeded", "failed", "failed"]);
    expect(account.double.book.refundedOf(order.reference)).to.equal(900);
  });

  it("are undone by REFUND_FAILED, whichever webhook comes first", async () => {
    const { order, acquirerId } = await aCharge();
    const refund = aRefund(order, acquirerId, 402);
    await submit(refund);
    account.settle();
    const all = account.kept(refund.reference);
    expect(all).to.have.length(2);
    for (const evidence of [all, all.toReversed()]) {
      const { outcome } = await account.adapter.refunds.read(refund, call(), evidence);
      expect(outcome).to.include({ kind: "undone", reason: "refund_failed_later" });
    }
  });

  it("do not take the webhook of another charge's refund, or of another amount, for theirs", async () => {
    const { order, acquirerId } = await aCharge();
    const refund = aRefund(order, acquirerId);
    await submit(refund);
    account.settle();
    const evidence = account.kept(refund.reference);
    for (const [as, contradicts] of [
      [{ ...refund, chargeAcquirerId: "PANOTHER" }, "charge"],
      [{ ...refund, amount: 399 }, "amount"],
      [{ ...refund, currency: "USD" }, "currency"],
    ] as const) {
      const { outcome } = await account.adapter.refunds.read(as, call(), evidence);
      expect(outcome).to.deep.equal({ kind: "unknown", cause: "garbled", contradicts });
    }
  });

  it("whose webhook names the payment are not taken for the payment's end, nor for another refund's", async () => {
    const { order, acquirerId } = await aCharge();
    await submit({ ...aRefund(order, acquirerId), reference: order.reference });
    account.settle();
    const { outcome } = await account.adapter.readOrder(order, call(), account.kept(order.reference));
    expect(outcome).to.have.property("kind", "succeeded");
    expect(await read(aRefund(order, acquirerId))).to.deep.equal({ kind: "absent" });
  });
});

describe("card payouts at Adyen", () => {
  let account: Account;
  before(async () => {
    account = await anAccount({ outcomeOfAmount, listedAfterMs: 200 });
  });
  after(() => account.stop());

  const submit = async (payout: PayoutOrder) =>
    (await account.adapter.payouts.submit(payout, aPayoutCard(), call())).outcome;
  const read = async (payout: PayoutOrder) =>
    (await account.adapter.payouts.read(payout, call(), [])).outcome;
  const settled = async (amount: number) => {
    const payout = aPayout({ amount });
    const submitted = await submit(payout);
    account.settle();
    return { payout, submitted, end: await read(payout) };
  };

  it("are SUCCEEDED when their tracking says that the payee's bank took them", async () => {
    const { submitted, end, payout } = await settled(1_000);
    expect(submitted).to.include(PROCESSING);
    expect(end).to.have.property("kind", "succeeded");
    expect(account.double.book.executions(payout.reference)).to.equal(1);
  });

  it("are not SUCCEEDED by being booked", async () => {
    expect((await settled(501)).end).to.include(PROCESSING);
  });

  it("that come back after they were booked are undone", async () => {
    expect((await settled(502)).end).to.include({ kind: "undone", reason: "payout_returned" });
  });

  it("are FAILED with the reason of their refusal", async () => {
    expect((await settled(503)).submitted).to.include({ kind: "failed", code: "insufficient_funds" });
  });

  it("whose answer was lost are found by our reference", async () => {
    const { submitted, end } = await settled(504);
    expect(submitted).to.deep.equal({ kind: "unknown", cause: "lost" });
    expect(end).to.have.property("kind", "succeeded");
  });

  it("that the list does not show yet are absent, which ends nothing", async () => {
    const payout = aPayout({ amount: 505 });
    await submit(payout);
    expect(await read(payout)).to.deep.equal({ kind: "absent" });
    expect(account.adapter.absentIsFinal.payout).to.equal("never");
    account.settle();
    expect(await read(payout)).to.include(PROCESSING);
  });

  it("are made once however often and however concurrently they are sent", async () => {
    const payout = aPayout();
    await Promise.all(Array.from({ length: 20 }, () => submit(payout)));
    account.settle();
    expect(account.double.book.executions(payout.reference)).to.equal(1);
  });

  it("are looked for around the time at which they can have been sent, and in six months at most", async () => {
    const [firstMs, lastMs] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 2)];
    await account.adapter.payouts.read({ ...aPayout(), submittedBetween: { firstMs, lastMs } }, call(), []);
    const query = account.double.server.seen.at(-1)?.query;
    expect(query?.get("createdSince")).to.equal("2025-12-31T00:00:00.000Z");
    expect(query?.get("createdUntil")).to.equal("2026-01-03T00:00:00.000Z");
    await account.adapter.payouts.read(aPayout(), call(), []);
    const whole = account.double.server.seen.at(-1)?.query;
    const days =
      (Date.parse(whole?.get("createdUntil") ?? "") - Date.parse(whole?.get("createdSince") ?? "")) /
      86_400_000;
    expect(days).to.equal(180);
  });

  it("need a name in the letters that Adyen takes, a street and a city", () => {
    const { requires } = account.adapter.capabilities;
    const facts = (recipient: Partial<PayoutOrder["recipient"]>) => {
      const { reference: _own, ...payout } = aPayout();
      return { ...payout, recipient: { ...payout.recipient, ...recipient }, hasExpiry: false };
    };
    const address = { line1: "1 High St", city: "Leeds", country: "GB" };
    expect(requires.payout(facts({}))).to.deep.equal([]);
    expect(requires.payout(facts({ first_name: "Anne-Marie", last_name: "O./—" }))).to.deep.equal([]);
    expect(requires.payout(facts({ first_name: "Zoë", last_name: "O'Hara" }))).to.deep.equal([
      "recipient.first_name",
      "recipient.last_name",
    ]);
    expect(
      requires.payout(facts({ address: { ...address, city: "Ys", line1: " ", postal_code: "12" } })),
    ).to.deep.equal(["recipient.address.line1", "recipient.address.city", "recipient.address.postal_code"]);
  });
});
