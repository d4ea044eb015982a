import { expect } from "chai";
import { createProvider, deadlineIn, type Order, type ReadOutcome } from "@flowlix/provider";
import { LATER_MS, makeCheckout, type CheckoutFixture } from "../support/checkout-fixture.ts";
import { GARBLED, LOST } from "../support/checkout-faults.ts";
import {
  aCard,
  aPayoutCard,
  applePay,
  call,
  googlePay,
  newOrder,
  newPayout,
  newRefund,
  savedCard,
} from "../support/orders.ts";

const PROCESSING = { kind: "in_progress", stage: "processing" };
const CHALLENGED_CARD = "4000000000003220";
const MINUTE_MS = 60_000;

describe("what others got wrong with Checkout.com", () => {
  let fixture: CheckoutFixture;
  beforeEach(async () => (fixture = await makeCheckout()));
  afterEach(() => fixture.stop());

  const submit = async (order: Order, instrument = aCard(), isRepeat = false) => {
    const reply = await fixture.adapter.registerAndAuthorise?.(order, instrument, call(isRepeat));
    return reported(reply?.outcome ?? {});
  };
  const read = async (order: Order): Promise<object> =>
    reported((await fixture.adapter.readOrder(order, call(), [])).outcome);
  const charge = async (order: Order) => {
    await submit(order);
    later();
  };
  const later = (ms = LATER_MS) => fixture.double.clock.advance(ms);
  const posts = () => fixture.double.server.seen.filter(({ method }) => method === "POST");
  const lastBody = () => objectOf(JSON.parse(posts().at(-1)?.body.toString("utf8") ?? "{}"));
  const changed = (match: object, set: Record<string, unknown>) =>
    fixture.double.faults.plan({ match, fault: { kind: "changed", set } });

  it("authorised is not charged: a payment succeeds when it is captured", async () => {
    const order = newOrder();
    expect(await submit(order)).to.deep.equal(PROCESSING);
    expect(await read(order)).to.deep.equal(PROCESSING);
    expect(fixture.double.book.executions(order.reference)).to.equal(0);
    later();
    expect(await read(order)).to.deep.equal({ kind: "succeeded" });
  });

  it("an authorised payment whose capture is declined has failed, with the capture's code", async () => {
    const order = newOrder({ amount: 104_052 });
    await charge(order);
    expect(await read(order)).to.deep.equal({ kind: "failed", code: "insufficient_funds" });
    expect(fixture.double.book.executions(order.reference)).to.equal(0);
  });

  it("202 is not done: a refund is processing until its action is approved", async () => {
    const order = newOrder();
    await charge(order);
    const refund = newRefund(order);
    const { outcome } = await fixture.adapter.refunds.submit(refund, call());
    expect(reported(outcome)).to.deep.equal(PROCESSING);
    const asked = async () => reported((await fixture.adapter.refunds.read(refund, call(), [])).outcome);
    expect(await asked()).to.deep.equal(PROCESSING);
    expect(fixture.double.book.refundedOf(order.reference)).to.equal(0);
    later();
    expect(await asked()).to.deep.equal({ kind: "succeeded" });
  });

  it("202 is not done: a payout is processing until it is paid, and one that comes back is undone", async () => {
    const payout = newPayout({ amount: 106_002 });
    const asked = async () => reported((await fixture.adapter.payouts.read(payout, call(), [])).outcome);
    const { outcome } = await fixture.adapter.payouts.submit(payout, aPayoutCard(), call());
    expect(reported(outcome)).to.deep.equal(PROCESSING);
    later();
    expect(await asked()).to.deep.equal({ kind: "succeeded" });
    later(MINUTE_MS);
    expect(await asked()).to.deep.equal({ kind: "undone", reason: "payout_returned" });
  });

  it("202 is not done: a charge is given back when the reversal's action is approved, once", async () => {
    const order = newOrder();
    await charge(order);
    const reverse = async () => (await fixture.adapter.reverseOrder(order, call())).outcome;
    expect([await reverse(), await reverse()]).to.deep.equal(["unknown", "unknown"]);
    later();
    expect([await reverse(), await reverse()]).to.deep.equal(["reversed", "reversed"]);
    expect(await read(order), "what can never be charged any more").to.deep.equal({ kind: "closed" });
    expect(fixture.double.book.executions(order.reference)).to.equal(2);
  });

  it("a key is derived from the reference and the operation, and goes with all that moves money", async () => {
    const order = newOrder();
    await charge(order);
    const refund = newRefund(order, { amount: 400 });
    const payout = newPayout();
    await fixture.adapter.refunds.submit(refund, call());
    await fixture.adapter.payouts.submit(payout, aPayoutCard(), call());
    const given = newOrder();
    await charge(given);
    await fixture.adapter.reverseOrder(given, call());
    expect(posts().map(({ headers }) => headers["cko-idempotency-key"])).to.deep.equal([
      `payment-${order.reference}`,
      `refund-${refund.reference}`,
      `payout-${payout.reference}`,
      `payment-${given.reference}`,
      `reversal-${given.reference}`,
    ]);
  });

  for (const [wallet, pay] of [
    ["Apple Pay", applePay],
    ["Google Pay", googlePay],
  ] as const)
    it(`the eci of ${wallet} is what the wallet gave, and none where it gave none`, async () => {
      for (const eci of ["05", "02", undefined]) {
        await submit(newOrder(), pay(eci));
        const source = objectOf(lastBody()["source"]);
        expect(source).to.include({ type: "network_token", cryptogram: "AgAAAAAABk4DWZ4C28yUQAAAAAA=" });
        expect(source["eci"]).to.equal(eci);
        expect(lastBody(), "the device has authenticated").not.to.have.property("3ds");
      }
    });

  it("a Google Pay card without a cryptogram is a card, with 3D Secure even where cards go without", async () => {
    await fixture.stop();
    fixture = await makeCheckout({}, { three_d_secure: "never" });
    await submit(newOrder(), savedCard());
    expect(objectOf(lastBody()["source"])).to.deep.equal({
      type: "card",
      number: "4242424242424242",
      expiry_month: 12,
      expiry_year: 2034,
    });
    expect(objectOf(lastBody()["3ds"])).to.include({ enabled: true });
    await submit(newOrder());
    expect(objectOf(lastBody()["3ds"])).to.deep.equal({ enabled: false });
  });

  it("pending without a link is no challenge", async () => {
    expect(await submit(newOrder({ amount: 104_098 }))).to.deep.equal({
      kind: "in_progress",
      stage: "received",
    });
  });

  it("a submission without 3D Secure may be answered with a challenge all the same", async () => {
    await fixture.stop();
    fixture = await makeCheckout({}, { three_d_secure: "never" });
    expect(await submit(newOrder(), aCard(CHALLENGED_CARD))).to.include({
      kind: "action_required",
      expiresInS: 900,
    });
  });

  it("a challenge is finished without a call of ours: it is authorised, captured, and led back", async () => {
    const order = newOrder();
    const { url } = objectOf(await submit(order, aCard(CHALLENGED_CARD)));
    const page = await fetch(String(url));
    expect(await page.text()).to.contain("Confirm your payment");
    const back = await answer(String(url), "approve");
    expect(back).to.match(/^https:\/\/pay\.example\/return\/token\?cko-session-id=sid_/);
    later();
    expect(await read(order)).to.deep.equal({ kind: "succeeded" });
    expect(posts().filter(({ path }) => path.startsWith("/payments"))).to.have.length(1);
  });

  it("a challenge that the payer declines has failed, and one that nobody finishes in time has too", async () => {
    const [declined, left] = [newOrder(), newOrder()];
    const { url } = objectOf(await submit(declined, aCard(CHALLENGED_CARD)));
    await submit(left, aCard(CHALLENGED_CARD));
    await answer(String(url), "decline");
    expect(await read(declined)).to.deep.equal({ kind: "failed", code: "three_d_secure_failed" });
    expect(await read(left)).to.include({ kind: "action_required" });
    later(15 * MINUTE_MS);
    expect(await read(left)).to.deep.equal({ kind: "failed", code: "three_d_secure_timeout" });
  });

  it("a challenge is shown at a host of the account's settings alone", async () => {
    await fixture.stop();
    fixture = await makeCheckout({}, { redirect_hosts: ["3ds.checkout.example"] });
    const provider = createProvider({ adapter: fixture.adapter });
    const pay = () => aCard(CHALLENGED_CARD);
    const outcome = await provider.submit(newOrder(), pay, deadlineIn(5_000), "", false);
    expect(outcome).to.deep.equal({ ...GARBLED, contradicts: "redirect_url" });
    await provider.shutdown();
    fixture = await makeCheckout();
  });

  it("not listed yet is not absent for good: nothing is sent a second time, and an hour decides", async () => {
    const { double, adapter } = fixture;
    double.setListingDelay(5 * MINUTE_MS);
    const order = newOrder();
    double.faults.plan({
      match: { method: "POST" },
      fault: { kind: "answer_after", answer: { status: 500 } },
    });
    expect(await submit(order)).to.deep.equal(LOST);
    double.keys.forget(`/payments payment-${order.reference}`);
    expect(await read(order)).to.deep.equal({ kind: "absent" });
    expect(await submit(order, aCard(), true), "a repeat").to.deep.equal(LOST);
    expect(posts(), "a key does not outlive a 5xx").to.have.length(1);
    later(5 * MINUTE_MS);
    expect(await read(order)).to.deep.equal({ kind: "succeeded" });
    expect(double.book.executions(order.reference)).to.equal(1);
    for (const finality of Object.values(adapter.absentIsFinal))
      expect(finality)
        .to.have.property("afterMs")
        .that.is.at.least(30 * MINUTE_MS);
  });

  it("not found is not failed: only an empty list is absent, and never once an id was told", async () => {
    const order = newOrder();
    expect(await read(order)).to.deep.equal({ kind: "absent" });
    expect(await read({ ...order, acquirerId: "pay_anotherone" })).to.deep.equal(LOST);
    for (const status of [401, 403, 404]) {
      fixture.double.faults.plan({
        match: { method: "GET" },
        fault: { kind: "answer_before", answer: { status } },
      });
      expect(await read(order), String(status)).to.deep.equal(GARBLED);
    }
  });

  it("an order is found by our reference where no id was told, and by its id where it was", async () => {
    const order = newOrder();
    const reply = await fixture.adapter.registerAndAuthorise?.(order, aCard(), call());
    const acquirerId = objectOf(reply?.outcome)["acquirerId"];
    expect(acquirerId).to.equal(fixture.double.paymentsOf(order.reference)[0]?.id);
    fixture.double.setListingDelay(MINUTE_MS);
    expect(await read({ ...order, acquirerId: String(acquirerId) })).to.deep.equal(PROCESSING);
    expect(await read(order)).to.deep.equal(PROCESSING);
  });

  it("an order of another time under our reference is not ours", async () => {
    const order = newOrder();
    await submit(order);
    const [firstMs, lastMs] = [Date.now() - 90 * MINUTE_MS, Date.now() - 80 * MINUTE_MS];
    const early: ReadOutcome = { kind: "unknown", cause: "garbled", contradicts: "reference" };
    expect(await read({ ...order, submittedBetween: { firstMs, lastMs } })).to.deep.equal(early);
  });

  for (const missing of ["amount", "currency"])
    it(`what has succeeded names its ${missing}: without it nothing is believed, of payments and payouts`, async () => {
      const order = newOrder();
      await charge(order);
      const payout = newPayout();
      await fixture.adapter.payouts.submit(payout, aPayoutCard(), call());
      later();
      const readPayout = async () => (await fixture.adapter.payouts.read(payout, call(), [])).outcome;
      for (const ask of [() => read(order), readPayout]) {
        changed({ method: "GET", pathEnds: "/payments" }, { [missing]: null });
        expect(await ask()).to.deep.equal(GARBLED);
        expect(await ask()).to.have.property("kind", "succeeded");
      }
      changed({ method: "POST" }, { status: "Captured", approved: true, [missing]: null });
      expect(await submit(newOrder())).to.deep.equal(GARBLED);
    });

  it("an answer of the other mode is not ours", async () => {
    changed(
      { method: "POST" },
      { _links: { self: { href: "https://x.api.sandbox.checkout.com/payments/pay_1" } } },
    );
    expect(await submit(newOrder())).to.deep.equal({ ...GARBLED, contradicts: "mode" });
  });

  it("a repeat's 429 says nothing of the first: unknown, and nothing was sent", async () => {
    fixture.double.faults.plan({ fault: { kind: "answer_before", answer: { status: 429 } } });
    expect(await submit(newOrder(), aCard(), true)).to.deep.equal(LOST);
    expect(posts()).to.have.length(0);
  });

  it("approved decides and never the range of a code; where it contradicts the status nothing is believed", async () => {
    const match = { method: "POST" };
    const cases: readonly (readonly [set: Record<string, unknown>, outcome: object])[] = [
      [
        { approved: false, status: "Declined", response_code: "10000" },
        { kind: "failed", code: "generic_decline" },
      ],
      [{ approved: true, status: "Authorized", response_code: "20051" }, PROCESSING],
      [
        { approved: false, status: "Something New", response_code: "20051" },
        { kind: "failed", code: "insufficient_funds" },
      ],
      [{ approved: true, status: "Something New" }, PROCESSING],
      [{ approved: true, status: "Declined" }, GARBLED],
      [{ approved: false, status: "Authorized" }, GARBLED],
      [{ approved: false, status: "Captured" }, GARBLED],
    ];
    for (const [set, outcome] of cases) {
      changed(match, set);
      expect(await submit(newOrder()), JSON.stringify(set)).to.deep.equal(outcome);
    }
  });

  it("each of several refunds of a charge is found by its own reference", async () => {
    const order = newOrder();
    await charge(order);
    const refunds = [300, 104_051, 200].map((amount) => newRefund(order, { amount: Math.min(amount, 400) }));
    for (const refund of refunds) await fixture.adapter.refunds.submit(refund, call());
    later();
    const outcomes = [];
    for (const refund of refunds)
      outcomes.push((await fixture.adapter.refunds.read(refund, call(), [])).outcome.kind);
    expect(outcomes).to.deep.equal(["succeeded", "succeeded", "succeeded"]);
    expect(fixture.double.book.refundedOf(order.reference)).to.equal(900);
    const { outcome } = await fixture.adapter.refunds.submit(newRefund(order, { amount: 101 }), call());
    expect(outcome).to.deep.equal({ kind: "failed", code: "invalid_amount" });
  });

  it("a payer's IPv6 address is left out, an IPv4 address is sent", async () => {
    await submit(newOrder({ customer_ip_address: "2001:db8::7" }));
    expect(lastBody()).not.to.have.property("payment_ip");
    await submit(newOrder());
    expect(lastBody()).to.include({ payment_ip: "203.0.113.7" });
  });

  it("an account offers no currency that is counted otherwise there, and no payout without an account to pay from", async () => {
    const { currencies, payouts } = fixture.adapter.capabilities;
    expect(currencies).to.include.members(["EUR", "USD", "JPY", "KWD"]).and.not.include("CLP");
    expect(payouts).not.to.equal(null);
    const { reference: _reference, ...payout } = newPayout();
    const { requires } = fixture.adapter.capabilities;
    expect(requires.payout({ ...payout, hasExpiry: false })).to.deep.equal([
      "destination.exp_month",
      "destination.exp_year",
    ]);
    expect(requires.payout({ ...payout, hasExpiry: true })).to.deep.equal([]);
  });
});

/** An outcome without the acquirer's id, which is another one each time. */
function reported(outcome: object): object {
  const { acquirerId: _id, ...rest } = { acquirerId: undefined, ...outcome };
  return rest;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

function objectOf(value: unknown): Record<string, unknown> {
  if (!isObject(value)) throw new Error("no object");
  return value;
}

/** What a browser does with the page of a challenge; where it is led then. */
async function answer(url: string, choice: "approve" | "decline"): Promise<string> {
  const body = new URLSearchParams({ answer: choice });
  const response = await fetch(url, { method: "POST", body, redirect: "manual" });
  return response.headers.get("location") ?? "";
}
