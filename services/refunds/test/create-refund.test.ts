import type { TransferOutcome } from "@flowlix/provider";
import { DomainError, newId, TransportError } from "@flowlix/runtime";
import { moveClock, stopClock, whileClockStands, refusal } from "@flowlix/testkit";
import { countsWhatBecame } from "@flowlix/engine/testing";
import { expect } from "chai";
import { createRefund } from "../src/create/create-refund.ts";
import { getRefund } from "../src/read/get-refund.ts";
import { syncRefunds } from "./support/sync-due.ts";
import { reportDue } from "../src/reporting/report-to-payment.ts";
import { preventCreation } from "../src/create/prevent-creation.ts";
import { SCOPE } from "@flowlix/payments/testing";
import { DEADLINE_MS, withRefunds } from "./support/refunds-under-test.ts";

const PROCESSING: TransferOutcome = { kind: "in_progress", stage: "processing" };
const LOST: TransferOutcome = { kind: "unknown", cause: "lost" };

describe("creating a Refund", () => {
  const given = withRefunds();

  it("reserves, submits once and answers PROCESSING; its Payment shows the same at once [RF-2]", async () => {
    const { create, request, provider, payments, events } = given();
    const id = await payments.paid();
    const asked = await request(id, { amount: 300, merchant_reference: 1_234_567_890 });
    const refund = await create(asked);
    expect(refund).to.include({
      id: asked.refund_id,
      payment_id: id,
      amount: 300,
      currency: "EUR",
      merchant_reference: 1_234_567_890,
      reason: "broken",
      refund_type: "PARTIAL",
      status: "PROCESSING",
      completed_at: null,
      livemode: false,
    });
    expect(refund).to.not.have.property("failure");
    const payment = await payments.payment(id);
    expect(payment.refunds).to.deep.equal([refund]);
    expect(payment).to.include({ amount_refunded: 0, amount_refundable: 700 });
    expect(await getRefund(given().deps, { scope: SCOPE, refund_id: refund.id }, "req_test")).to.deep.equal(
      refund,
    );
    const [submitted, ...others] = provider.asked;
    expect(others).to.deep.equal([]);
    expect(submitted?.order).to.deep.equal({
      reference: refund.id,
      charge: id,
      amount: 300,
      currency: "EUR",
      livemode: false,
    });
    expect(await events(refund.id)).to.deep.equal([{ type: "refund.processing", refund }]);
  });

  it("goes to the order that was charged, whichever card of the Payment's that was, and stays there", async () => {
    const { provider, payments, database, create, request, sync } = given();
    const id = await payments.paid();
    await database.sql("update payments.payments set card_attempts_max = 3, card_attempt = 2 where id = $1", [
      id,
    ]);
    provider.submits({ kind: "unknown", cause: "lost" });
    const refund = await create(await request(id, { amount: 300 }));
    await moveClock(database, 60_000);
    await sync();
    const charges = provider.asked.map(({ order }) => order.charge);
    expect(charges.length, "submitted and looked up").to.be.above(1);
    for (const charge of charges) expect(charge).to.equal(`${id}_2`);
    expect(provider.asked[0]?.order.reference).to.equal(refund.id);
  });

  countsWhatBecame(given, { kind: "failed", code: "not_permitted" }, "FAILED");

  const table: readonly (readonly [TransferOutcome, string, string | undefined, rule?: string])[] = [
    [PROCESSING, "PROCESSING", undefined],
    [{ kind: "in_progress", stage: "received" }, "PROCESSING", undefined],
    [{ kind: "succeeded" }, "PROCESSING", undefined],
    [{ kind: "failed", code: "not_permitted" }, "FAILED", "not_permitted"],
    [
      { kind: "not_executed", cause: "throttled", retryAfterS: 1 },
      "FAILED",
      "processor_unavailable",
      ", RF-13",
    ],
    [{ kind: "not_executed", cause: "unavailable" }, "FAILED", "processor_unavailable", ", RF-13"],
    [{ kind: "not_executed", cause: "unreachable" }, "FAILED", "processor_unavailable"],
    [{ kind: "not_executed", cause: "error" }, "FAILED", "processor_error"],
    [LOST, "PROCESSING", undefined],
    [{ kind: "unknown", cause: "garbled" }, "PROCESSING", undefined],
  ];
  for (const [outcome, status, code, rule = ""] of table) {
    it(`${JSON.stringify(outcome)} is a 201 ${status}${code === undefined ? "" : ` ${code}`}, with its money [RF-4${rule}]`, async () => {
      const { create, request, provider, payments, row } = given();
      provider.submits(outcome);
      const id = await payments.paid();
      const refund = await create(await request(id));
      expect(refund.status).to.equal(status);
      expect(refund.failure?.code).to.equal(code);
      expect(refund.completed_at === null).to.equal(status === "PROCESSING");
      const payment = await payments.payment(id);
      expect(payment.refunds).to.deep.equal([refund]);
      expect(payment).to.include({
        amount_refunded: 0,
        amount_refundable: status === "FAILED" ? 1_000 : 900,
      });
      expect(await row(refund.id)).to.include({
        in_doubt: outcome.kind === "unknown",
        acknowledged_version: 2,
        tell_at: null,
      });
    });
  }

  it("what the provider has done at once is PROCESSING first, and SUCCEEDED with the next status sync [RF-4]", async () => {
    const { create, request, provider, payments, deps, events } = given();
    provider.submits({ kind: "succeeded" });
    provider.reads({ kind: "succeeded" });
    const id = await payments.paid();
    const refund = await create(await request(id, { amount: 1_000 }));
    expect(refund).to.include({ status: "PROCESSING", refund_type: "FULL" });
    expect(await syncRefunds(deps, 10)).to.include({ changed: 1 });
    const payment = await payments.payment(id);
    expect(payment).to.include({ amount_refunded: 1_000, amount_refundable: 0 });
    expect(payment.refunds[0]).to.include({ status: "SUCCEEDED" });
    expect((await events(refund.id)).map(({ type }) => type)).to.deep.equal([
      "refund.processing",
      "refund.succeeded",
    ]);
  });

  it("no provider call outlives the claim or this service's share of the request", async () => {
    const { create, request, provider, payments, database } = given();
    await stopClock(database);
    const asked = [await request(await payments.paid()), await request(await payments.paid())] as const;
    const hurried = { ...asked[0], start_before: asked[0].start_before - DEADLINE_MS + 4_000 };
    await whileClockStands(async () => [await create(hurried), await create(asked[1])]);
    // Two of its 23 s are left for telling the Payment.
    expect(provider.asked.map(({ remainingMs }) => Math.round(remainingMs))).to.deep.equal([4_000, 21_000]);
  });

  it("an answer about another charge moves nothing and is an exception", async () => {
    const { create, request, provider, payments, deps } = given();
    provider.submits({ kind: "unknown", cause: "garbled", contradicts: "charge" });
    const refund = await create(await request(await payments.paid()));
    expect(refund.status).to.equal("PROCESSING");
    const [anomaly] = await deps.exceptions.list(true, 1);
    expect(anomaly).to.include({ kind: "outcome_mismatch", object_id: refund.id });
  });

  it("50 Refunds at once never exceed the Payment, at the provider neither", async () => {
    const { create, request, provider, payments } = given();
    const id = await payments.paid(1_000);
    const asked = await Promise.all(Array.from({ length: 50 }, () => request(id, { amount: 70 })));
    const results = await Promise.allSettled(asked.map((one) => create(one)));
    const made = results.filter(({ status }) => status === "fulfilled");
    expect(made).to.have.length(14);
    for (const result of results)
      if (result.status === "rejected")
        expect(result.reason).to.include({ type: "amount_exceeds_refundable", key: "release" });
    expect(provider.asked.filter(({ operation }) => operation === "submit")).to.have.length(14);
    const payment = await payments.payment(id);
    expect(payment.refunds).to.have.length(14);
    expect(payment).to.include({ amount_refunded: 0, amount_refundable: 20 });
  });

  describe("what is refused", () => {
    it("nothing is made while the breaker is open, and the key is free [RF-13]", async () => {
      const { create, request, provider, payments, row } = given();
      provider.opens(true);
      const id = await payments.paid();
      const asked = await request(id);
      expect(await refusal(create(asked))).to.include({
        type: "service_unavailable",
        key: "release",
        retryAfterS: 7,
      });
      expect(await row(asked.refund_id)).to.equal(undefined);
      expect(await payments.payment(id)).to.include({ amount_refundable: 1_000 });
    });

    it("what the Payment's owner refuses is passed on, and leaves nothing", async () => {
      const { create, request, payments, row, provider } = given();
      const asked = await request(newId("payment"));
      expect(await refusal(create(asked))).to.include({
        type: "object_not_found",
        param: "payment_id",
        key: "release",
      });
      const tooMuch = await request(await payments.paid(10));
      expect(await refusal(create(tooMuch))).to.include({
        type: "amount_exceeds_refundable",
        param: "amount",
        key: "release",
      });
      expect(await row(asked.refund_id)).to.equal(undefined);
      expect(provider.asked).to.deep.equal([]);
    });

    it("an owner of Payments that took no call frees the key; one that may have does not", async () => {
      const { request, payments, deps } = given();
      const asked = await request(await payments.paid());
      for (const [mayHaveRun, key] of [
        [false, "release"],
        [true, undefined],
      ] as const) {
        const reserveRefund = () =>
          Promise.reject(new TransportError("timeout", "payments.reserveRefund", mayHaveRun));
        const away = { ...deps, payments: { ...deps.payments, reserveRefund } };
        const error = await refusal(createRefund(away, asked, "req_test"));
        expect([error.type, error.key]).to.deep.equal(["service_unavailable", key]);
      }
    });

    it("after its time to start nothing is inserted and nothing sent, and the reservation is swept", async () => {
      const { request, payments, deps, provider, row, database } = given();
      const id = await payments.paid();
      const asked = await request(id);
      const reserveRefund: typeof deps.payments.reserveRefund = async (params, call) => {
        const reserved = await deps.payments.reserveRefund(params, call);
        await moveClock(database, DEADLINE_MS + 1_000);
        return reserved;
      };
      const late = { ...deps, payments: { ...deps.payments, reserveRefund } };
      const error = await refusal(createRefund(late, asked, "req_test"));
      expect([error.type, error.key]).to.deep.equal(["service_unavailable", undefined]);
      expect(await row(asked.refund_id)).to.equal(undefined);
      expect(provider.asked).to.deep.equal([]);
      await moveClock(database, 60_000);
      await payments.sweep((one) => preventCreation(deps, one));
      expect(await payments.payment(id)).to.deep.include({ amount_refundable: 1_000, refunds: [] });
      // The row that prevents the Refund stays: the same request once more frees its key for another id.
      const again = { ...(await request(id)), refund_id: asked.refund_id };
      expect(await refusal(createRefund(deps, again, "req_test"))).to.include({
        type: "service_unavailable",
        key: "release",
      });
      expect(await payments.payment(id)).to.include({ amount_refundable: 1_000 });
      const scope = { ...SCOPE, refund_id: asked.refund_id };
      expect(await refusal(getRefund(deps, { scope, refund_id: asked.refund_id }, "req_test"))).to.include({
        type: "object_not_found",
      });
    });
  });

  it("an owner of Payments that does not acknowledge is told again until it does, ever later", async () => {
    const { request, payments, deps, row, database } = given();
    const id = await payments.paid();
    const applyRefund = () => Promise.reject(new DomainError("service_unavailable"));
    const away = { ...deps, payments: { ...deps.payments, applyRefund } };
    const asked = await request(id);
    await refusal(createRefund(away, asked, "req_test"));
    expect((await payments.payment(id)).refunds[0]?.status).to.equal("PENDING");
    for (const ms of [3_000, 10_000, 30_000]) {
      await moveClock(database, ms);
      expect((await reportDue(away)).done).to.equal(1);
    }
    expect(await row(asked.refund_id)).to.include({ acknowledged_version: 0 });
    await moveClock(database, 100_000);
    expect((await reportDue(deps)).done).to.equal(1);
    expect(await row(asked.refund_id)).to.include({ acknowledged_version: 2, tell_at: null });
    expect((await payments.payment(id)).refunds[0]?.status).to.equal("PROCESSING");
    expect((await reportDue(deps)).done).to.equal(0);
  });
});
