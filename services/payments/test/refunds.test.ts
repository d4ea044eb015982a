import { expect } from "chai";
import { publicRefund, type Refund } from "@flowlix/contracts";
import { DueSlots, newId, JOB_SLOTS } from "@flowlix/runtime";
import { gate, moveClock, waitFor, refusal } from "@flowlix/testkit";
import { getPayment } from "../src/read/get-payment.ts";
import { listPayments } from "../src/read/list-payments.ts";
import { applyRefund } from "../src/refunds/apply-refund.ts";
import type { ReserveRefund } from "../src/refunds/reservation.ts";
import { reserveRefund } from "../src/refunds/reserve-refund.ts";
import { sweepReservations } from "../src/refunds/sweep-reservations.ts";
import { listRequest } from "./support/listed-payments.ts";
import { withPayments } from "./support/payments-under-test.ts";

const AMOUNT = 1_000;
const AFTER_TWICE_THE_DEADLINE = 51_000;

describe("the money of Refunds", () => {
  const given = withPayments();

  async function paid(changes: { amount?: number; currency?: string } = {}): Promise<string> {
    const { create, request, provider } = given();
    provider.submits({ kind: "succeeded" });
    return (await create(await request({ amount: AMOUNT, ...changes }))).id;
  }

  async function asked(paymentId: string, changes: Partial<ReserveRefund> = {}): Promise<ReserveRefund> {
    const { scope, start_before } = await given().request();
    return {
      scope: { merchant_id: scope.merchant_id, livemode: scope.livemode },
      refund_id: newId("refund"),
      start_before,
      payment_id: paymentId,
      amount: 100,
      reason: "broken",
      merchant_reference: null,
      ...changes,
    };
  }

  const reserve = async (paymentId: string, changes: Partial<ReserveRefund> = {}): Promise<Refund> =>
    (await reserveRefund(given().deps, await asked(paymentId, changes))).refund;

  async function payment(id: string) {
    const { scope } = await given().request();
    return getPayment(given().deps, { scope, payment_id: id });
  }

  const balance = async (id: string) => {
    const { amount_refunded, amount_refundable, refunds } = await payment(id);
    return { amount_refunded, amount_refundable, refunds: refunds.map(({ status }) => status) };
  };

  const ended = (refund: Refund, status: "SUCCEEDED" | "FAILED"): Refund =>
    publicRefund({
      ...refund,
      status,
      failure_code: status === "FAILED" ? "generic_decline" : null,
      updated_at: refund.created_at + 2,
      completed_at: refund.created_at + 2,
    });

  it("a reserved Refund is in the Payment at once, with its currency, type and time [RF-1]", async () => {
    const id = await paid();
    const refund = await reserve(id, { amount: 300, merchant_reference: 1_234_567_890 });
    expect(refund).to.include({
      payment_id: id,
      amount: 300,
      currency: "EUR",
      merchant_reference: 1_234_567_890,
      reason: "broken",
      refund_type: "PARTIAL",
      status: "PENDING",
      completed_at: null,
      livemode: false,
    });
    expect(refund.updated_at).to.equal(refund.created_at);
    const shown = await payment(id);
    expect(shown.refunds).to.deep.equal([refund]);
    expect(shown).to.include({ amount_refunded: 0, amount_refundable: 700 });
  });

  it("PENDING and PROCESSING keep the money, SUCCEEDED turns reserved into refunded, FAILED gives it back [RF-6]", async () => {
    const { deps } = given();
    const id = await paid();
    const [settled, failed, kept] = [await reserve(id), await reserve(id), await reserve(id)];
    await applyRefund(deps, { refund: { ...kept, status: "PROCESSING" }, version: 2 });
    await applyRefund(deps, { refund: ended(settled, "SUCCEEDED"), version: 2 });
    await applyRefund(deps, { refund: ended(failed, "FAILED"), version: 2 });
    expect(await balance(id)).to.deep.equal({
      amount_refunded: 100,
      amount_refundable: 800,
      refunds: ["SUCCEEDED", "FAILED", "PROCESSING"],
    });
    expect((await payment(id)).refunds[1]).to.deep.equal(ended(failed, "FAILED"));
    expect((await payment(id)).refunds[0]).to.not.have.property("failure");
  });

  it("an older version, and the same once more, change nothing [RF-6]", async () => {
    const { deps } = given();
    const id = await paid();
    const refund = await reserve(id);
    expect(await applyRefund(deps, { refund: ended(refund, "SUCCEEDED"), version: 3 })).to.deep.equal({
      applied: true,
    });
    const late = [
      { refund: { ...refund, status: "PROCESSING" as const }, version: 2 },
      { refund: ended(refund, "SUCCEEDED"), version: 3 },
      { refund, version: 1 },
    ];
    for (const one of late) expect(await applyRefund(deps, one)).to.deep.equal({ applied: false });
    expect(await balance(id)).to.deep.equal({
      amount_refunded: 100,
      amount_refundable: 900,
      refunds: ["SUCCEEDED"],
    });
    expect(await deps.exceptions.list(true, 10)).to.deep.equal([]);
  });

  it("what comes after an end moves no money and is an exception", async () => {
    const { deps } = given();
    const id = await paid();
    const refund = await reserve(id);
    await applyRefund(deps, { refund: ended(refund, "FAILED"), version: 2 });
    expect(await applyRefund(deps, { refund: ended(refund, "SUCCEEDED"), version: 3 })).to.deep.equal({
      applied: false,
    });
    expect(await balance(id)).to.include({ amount_refunded: 0, amount_refundable: AMOUNT });
    const [anomaly] = await deps.exceptions.list(true, 1);
    expect(anomaly).to.include({ kind: "outcome_mismatch", object_id: refund.id });
  });

  it("a Refund for which nothing is reserved is an exception and no answer", async () => {
    const { deps } = given();
    const id = await paid();
    const refund = await reserve(id);
    for (const [code, stranger] of [
      ["object_not_found", { ...ended(refund, "SUCCEEDED"), id: newId("refund") }],
      ["object_state_conflict", { ...ended(refund, "SUCCEEDED"), amount: 99 }],
      ["object_state_conflict", { ...ended(refund, "SUCCEEDED"), payment_id: newId("payment") }],
    ] as const) {
      const { type } = await refusal(applyRefund(deps, { refund: stranger, version: 2 }));
      expect(type).to.equal(code);
    }
    expect(await balance(id)).to.include({ amount_refunded: 0, amount_refundable: 900 });
  });

  it("a list shows a Payment's Refunds as its GET does", async () => {
    const { deps, request } = given();
    const id = await paid();
    const [first, second] = [await reserve(id), await reserve(id)];
    await applyRefund(deps, { refund: ended(first, "SUCCEEDED"), version: 2 });
    const { merchant_id, livemode } = (await request()).scope;
    const { data } = await listPayments(deps, listRequest({ scope: { merchant_id, livemode }, limit: 1 }));
    expect(data).to.deep.equal([await payment(id)]);
    expect(data[0]?.refunds.map((one) => one.id)).to.deep.equal([first.id, second.id]);
  });

  it("50 Refunds at once never exceed the Payment", async () => {
    const id = await paid();
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => reserve(id, { amount: 70 })));
    expect(results.filter(({ status }) => status === "fulfilled")).to.have.length(14);
    for (const result of results) {
      if (result.status === "rejected")
        expect(result.reason).to.include({ type: "amount_exceeds_refundable", param: "amount" });
    }
    const { refunds, ...money } = await balance(id);
    expect(money).to.deep.equal({ amount_refunded: 0, amount_refundable: 20 });
    expect(refunds).to.have.length(14);
  });

  it("the same reservation many times at once is made once", async () => {
    const { deps } = given();
    const id = await paid();
    const request = await asked(id);
    const unordered = { ...deps, refundQueue: { run: <T>(_: string, work: () => Promise<T>) => work() } };
    const made = await Promise.all(Array.from({ length: 8 }, () => reserveRefund(unordered, request)));
    expect(new Set(made.map((one) => JSON.stringify(one)))).to.have.property("size", 1);
    expect(await balance(id)).to.include({ amount_refundable: 900 });
  });

  describe("FULL and PARTIAL [RF-3]", () => {
    const table: readonly (readonly [
      string,
      readonly ("SUCCEEDED" | "FAILED" | "open")[],
      number,
      string,
    ])[] = [
      ["the whole amount of a Payment without Refunds", [], AMOUNT, "FULL"],
      ["less than the whole amount", [], AMOUNT - 1, "PARTIAL"],
      ["the rest after a partial Refund", ["SUCCEEDED"], AMOUNT - 100, "PARTIAL"],
      ["the rest beside a Refund in flight", ["open"], AMOUNT - 100, "PARTIAL"],
      ["the whole amount after a failed partial Refund", ["FAILED"], AMOUNT, "FULL"],
      ["a part after a failed Refund", ["FAILED"], 1, "PARTIAL"],
    ];
    for (const [what, before, amount, type] of table) {
      it(`${what} is ${type}`, async () => {
        const { deps } = given();
        const id = await paid();
        for (const how of before) {
          const refund = await reserve(id);
          if (how !== "open") await applyRefund(deps, { refund: ended(refund, how), version: 2 });
        }
        expect((await reserve(id, { amount })).refund_type).to.equal(type);
      });
    }
  });

  describe("what is refused, and what is left of the key", () => {
    it("an unknown Payment, another merchant's and one of another mode are object_not_found", async () => {
      const id = await paid();
      const { scope } = await asked(id);
      const cases = [
        [newId("payment"), scope],
        [id, { ...scope, merchant_id: `mer_${"1".repeat(24)}` }],
        [id, { ...scope, livemode: true }],
      ] as const;
      for (const [payment_id, of] of cases)
        expect(await refusal(reserve(payment_id, { scope: of }))).to.include({
          type: "object_not_found",
          param: "payment_id",
          key: "release",
        });
    });

    it("a Payment that has not succeeded is payment_not_refundable [RF-9]", async () => {
      const { create, request, provider } = given();
      for (const outcome of [
        { kind: "failed", code: "do_not_honor" },
        { kind: "in_progress", stage: "processing" },
      ] as const) {
        provider.submits(outcome);
        const { id } = await create(await request());
        expect(await refusal(reserve(id))).to.include({
          type: "payment_not_refundable",
          param: "payment_id",
          key: "release",
        });
      }
    });

    it("a currency that is accepted no more is currency_not_supported, yet what was reserved is answered", async () => {
      const { deps } = given();
      const id = await paid({ currency: "GBP" });
      const request = await asked(id);
      const made = await reserveRefund(deps, request);
      const withdrawn = { ...deps, settings: { ...deps.settings, paymentCurrencies: ["EUR"] } };
      expect(await reserveRefund(withdrawn, request)).to.deep.equal(made);
      const anew = { ...request, refund_id: newId("refund") };
      expect(await refusal(reserveRefund(withdrawn, anew))).to.include({
        type: "currency_not_supported",
        param: "payment_id",
        key: "release",
      });
    });

    it("more than is left, nothing being left included, is amount_exceeds_refundable [RF-9]", async () => {
      const id = await paid();
      const tooMuch = { type: "amount_exceeds_refundable", param: "amount", key: "release" };
      expect(await refusal(reserve(id, { amount: AMOUNT + 1 }))).to.include(tooMuch);
      await reserve(id, { amount: AMOUNT });
      expect(await refusal(reserve(id, { amount: 1 }))).to.include(tooMuch);
    });

    it("after 1,000 Refunds nothing can be refunded any more [RF-12]", async () => {
      const { database } = given();
      const id = await paid();
      await reserve(id, { amount: 1 });
      await database.sql("update payments.payments set refund_count = 999 where id = $1", [id]);
      await reserve(id, { amount: 1 });
      expect(await balance(id)).to.include({ amount_refundable: 0 });
      expect(await refusal(reserve(id, { amount: 1 }))).to.include({ type: "amount_exceeds_refundable" });
    });

    it("after its time to start a reservation is not made", async () => {
      const { database } = given();
      const id = await paid();
      const request = await asked(id);
      await moveClock(database, 26_000);
      const error = await refusal(reserveRefund(given().deps, request));
      expect(error).to.include({ type: "service_unavailable" });
      expect(error.key).to.equal(undefined);
      expect(await balance(id)).to.include({ amount_refundable: AMOUNT });
    });

    it("an id that meets another request is internal_error and an exception", async () => {
      const { deps } = given();
      const id = await paid();
      const request = await asked(id);
      await reserveRefund(deps, request);
      expect(await refusal(reserveRefund(deps, { ...request, amount: 101 }))).to.include({
        type: "internal_error",
      });
      const [anomaly] = await deps.exceptions.list(true, 1);
      expect(anomaly).to.include({ kind: "request_mismatch", object_id: request.refund_id });
    });
  });

  describe("a reservation to which nothing was applied", () => {
    it("is swept within twice the deadline: the money is given back only after the Refund's creation is prevented [RF-15]", async () => {
      const { deps, database } = given();
      const id = await paid();
      const refund = await reserve(id);
      const voided: string[] = [];
      const sweeping = {
        ...deps,
        preventRefund: async ({ refund: { id: of } }: Parameters<typeof deps.preventRefund>[0]) => {
          expect(await balance(id)).to.include({ amount_refundable: 900 });
          voided.push(of);
          return { kind: "voided" as const };
        },
      };
      expect((await sweepReservations(sweeping)).done).to.equal(0);
      await moveClock(database, AFTER_TWICE_THE_DEADLINE);
      expect((await sweepReservations(sweeping)).done).to.equal(1);
      expect(voided).to.deep.equal([refund.id]);
      expect(await balance(id)).to.deep.equal({
        amount_refunded: 0,
        amount_refundable: AMOUNT,
        refunds: [],
      });
      expect((await reserve(id, { amount: AMOUNT })).refund_type).to.equal("FULL");
    });

    it("keeps its money where the Refund exists, and takes that over", async () => {
      const { deps, database } = given();
      const id = await paid();
      const refund = await reserve(id);
      const preventRefund = async () => ({
        kind: "exists" as const,
        refund: ended(refund, "SUCCEEDED"),
        version: 3,
      });
      await moveClock(database, AFTER_TWICE_THE_DEADLINE);
      await sweepReservations({ ...deps, preventRefund });
      expect(await balance(id)).to.deep.equal({
        amount_refunded: 100,
        amount_refundable: 900,
        refunds: ["SUCCEEDED"],
      });
      await moveClock(database, 10 * AFTER_TWICE_THE_DEADLINE);
      expect((await sweepReservations({ ...deps, preventRefund })).done).to.equal(0);
    });

    it("stays while the owner of Refunds does not answer, and comes again", async () => {
      const { deps, database } = given();
      const id = await paid();
      await reserve(id);
      await moveClock(database, AFTER_TWICE_THE_DEADLINE);
      const away = async () => Promise.reject(new Error("nobody answers"));
      await sweepReservations({ ...deps, preventRefund: away });
      expect(await balance(id)).to.include({ amount_refundable: 900 });
      await moveClock(database, 2 * AFTER_TWICE_THE_DEADLINE);
      expect((await sweepReservations(deps)).done).to.equal(1);
      expect(await balance(id)).to.include({ amount_refundable: AMOUNT });
    });

    it("whose Refund's owner hangs holds up no other", async () => {
      const { deps, database } = given();
      const sweepSlots = new DueSlots({ ...JOB_SLOTS, hangsAfterMs: 20 });
      const id = await paid();
      const hanging = new Set<string>();
      for (let nth = 0; nth < JOB_SLOTS.prompt; nth += 1) hanging.add((await reserve(id)).id);
      await moveClock(database, 1_000);
      const last = await reserve(id);
      const hung = gate();
      const voided: string[] = [];
      const preventRefund = async ({ refund }: Parameters<typeof deps.preventRefund>[0]) => {
        if (hanging.has(refund.id)) await hung.pass();
        voided.push(refund.id);
        return { kind: "voided" as const };
      };
      await moveClock(database, 2 * AFTER_TWICE_THE_DEADLINE);
      const sweeping = { ...deps, sweepSlots, preventRefund };
      const first = sweepReservations(sweeping);
      void first.then(() => sweepReservations(sweeping));
      await waitFor("the last one to be swept", () => voided.length > 0);
      expect(voided).to.deep.equal([last.id]);
      expect(await first).to.deep.equal({ done: JOB_SLOTS.prompt, more: true });
      hung.open();
      await sweepSlots.stop();
      expect(voided).to.have.length(JOB_SLOTS.prompt + 1);
    });

    it("is not released once something was applied", async () => {
      const { deps } = given();
      const id = await paid();
      const refund = await reserve(id);
      await applyRefund(deps, { refund: { ...refund, status: "PROCESSING" }, version: 2 });
      expect(await deps.reservations.release(refund.id)).to.equal(false);
      expect(await balance(id)).to.include({ amount_refundable: 900 });
    });
  });
});
