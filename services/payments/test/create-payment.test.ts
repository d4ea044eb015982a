import { expect } from "chai";
import { compileSchema } from "@flowlix/runtime";
import { Payment } from "@flowlix/contracts";
import { BAD_CHECK_DIGIT, stopClock, whileClockStands, testCard, refusal } from "@flowlix/testkit";
import type { Outcome } from "@flowlix/provider";
import { describeCreating } from "@flowlix/engine/testing";
import { getPayment } from "../src/read/get-payment.ts";
import { withPayments } from "./support/payments-under-test.ts";

describe("creating a Direct Payment", () => {
  const given = withPayments();
  const isPayment = compileSchema(Payment);

  it("answers the Payment with exactly the specified properties, and its GET the same [VER-4, PAY-1, PAY-12, D1-12]", async () => {
    const { create, request, deps } = given();
    const asked = await request({
      merchant_reference: 1_234_567_890,
      description: "Two chairs",
      billing_details: {
        email: "ada@shop.example",
        first_name: "Ada",
        last_name: null,
        phone: null,
        address: null,
      },
    });
    const payment = await create(asked);
    expect(isPayment(payment), JSON.stringify(isPayment.errors)).to.equal(true);
    expect(payment).to.include({
      id: asked.payment_id,
      amount: 1_250,
      currency: "EUR",
      status: "SUCCEEDED",
      livemode: false,
    });
    expect(payment.payment_method).to.deep.equal({
      type: "card",
      card: { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2040 },
    });
    expect(payment.amount_refundable).to.equal(1_250);
    expect(payment.status_transitions.succeeded_at).to.be.at.least(payment.created_at);
    // What is answered is made in memory: a column that the insert forgets would be missing here alone.
    expect(await getPayment(deps, { scope: asked.scope, payment_id: payment.id })).to.deep.equal(payment);
  });

  it("names the merchant to the provider, for the payer's bank, and stores no name; an unnamed one stays so", async () => {
    const { create, request, provider, row } = given();
    const payment = await create(await request({ merchant_name: "Corner shop" }));
    expect(provider.asked.at(-1)?.order).to.include({ merchant_name: "Corner shop" });
    expect(JSON.stringify(await row(payment.id))).not.to.include("Corner shop");
    await create(await request());
    expect(provider.asked.at(-1)?.order).not.to.have.property("merchant_name");
  });

  it("tells the provider what the statement is to say and the payer's address, and shows the former to nobody [IN-19]", async () => {
    const { create, request, provider, events, row } = given();
    const billing = { first_name: null, last_name: null, phone: null, address: null };
    const asked = await request({
      statement_descriptor: "QUIXWORTH BOOKS",
      billing_details: { email: "ada@shop.example", ...billing },
    });
    const payment = await create(asked);
    expect(provider.asked.at(-1)?.order).to.include({
      statement_descriptor: "QUIXWORTH BOOKS",
      customer_email: "ada@shop.example",
    });
    expect((await row(payment.id))?.statement_descriptor).to.equal("QUIXWORTH BOOKS");
    expect(JSON.stringify([payment, await events(payment.id)])).not.to.include("QUIXWORTH");
  });

  it("of a create without them the provider is told neither", async () => {
    const { create, request, provider } = given();
    await create(await request());
    expect(provider.asked.at(-1)?.order).not.to.have.any.keys("statement_descriptor", "customer_email");
  });

  describeCreating(given, { openBreaker: " [D10-8]", inTime: " [LIM-4]", liveMode: " [D11-14]" });

  const outcomes: readonly [string, Outcome, Partial<Payment>, readonly string[]][] = [
    [
      "a success [PAY-6, STATE-8]",
      { kind: "succeeded" },
      { status: "SUCCEEDED", failure_code: null, amount_refundable: 1_250 },
      ["payment.succeeded"],
    ],
    [
      "a decline [PAY-6, STATE-8, POST-6]",
      { kind: "failed", code: "insufficient_funds" },
      { status: "FAILED", failure_code: "insufficient_funds", amount_refundable: 0 },
      ["payment.failed"],
    ],
    [
      "processing [STATE-4]",
      { kind: "in_progress", stage: "processing" },
      { status: "PROCESSING", amount_refundable: 0 },
      ["payment.processing"],
    ],
    [
      "merely received",
      { kind: "in_progress", stage: "received" },
      { status: "PENDING", amount_refundable: 0 },
      [],
    ],
    [
      "no connection, tries used up [STATE-2, POST-2]",
      { kind: "not_executed", cause: "unreachable" },
      { status: "FAILED", failure_code: "processor_unavailable" },
      ["payment.failed"],
    ],
    [
      'an explicit "not executed" [STATE-2]',
      { kind: "not_executed", cause: "error" },
      { status: "FAILED", failure_code: "processor_error" },
      ["payment.failed"],
    ],
    [
      "an answer that was lost [STATE-4]",
      { kind: "unknown", cause: "lost" },
      { status: "PENDING", failure_code: null },
      [],
    ],
  ];
  for (const [name, outcome, expected, events] of outcomes) {
    it(`answers ${name} as a 201 with ${expected.status}, and tells it in ${events.length} event(s) [D9-1, D9-2, D9-4]`, async () => {
      const { create, request, provider, events: eventsOf } = given();
      provider.submits(outcome);
      const payment = await create(await request());
      expect(payment).to.include(expected);
      const reported = await eventsOf(payment.id);
      expect(reported.map(({ event_type }) => event_type)).to.deep.equal(events);
      for (const { data } of reported) expect(data).to.deep.equal({ payment });
    });
  }

  it("hands out the redirect of an action with its reason and expiry [PAY-9, STATE-3, D10-3]", async () => {
    const { create, request, provider, row, database } = given();
    await stopClock(database);
    provider.submits({ kind: "action_required", url: "https://acquirer.example/challenge/1" });
    const asked = await request();
    const payment = await whileClockStands(() => create(asked));
    expect(payment.status).to.equal("REQUIRES_ACTION");
    expect(payment.next_action).to.deep.equal({
      type: "redirect",
      reason: "three_d_secure",
      redirect_url: "https://acquirer.example/challenge/1",
    });
    const stored = await row(payment.id);
    expect(Number(stored?.["action_expires_at"]) - Number(stored?.["created_at"])).to.equal(15 * 60_000);
  });

  const refusals: readonly [string, Outcome, string, string, boolean][] = [
    [
      "a provider's 429",
      { kind: "not_executed", cause: "throttled", retryAfterS: 3 },
      "rate_limit_exceeded",
      "release",
      false,
    ],
    [
      "a provider's 503",
      { kind: "not_executed", cause: "unavailable", retryAfterS: 3 },
      "service_unavailable",
      "release",
      false,
    ],
    [
      "an answer that cannot be validated [ERR-13]",
      { kind: "unknown", cause: "garbled" },
      "processing_error",
      "hold",
      true,
    ],
  ];
  for (const [name, outcome, code, key, remains] of refusals) {
    it(`refuses with ${code} after ${name}: the key is to ${key} and ${remains ? "a" : "no"} Payment remains`, async () => {
      const { create, request, provider, row } = given();
      provider.submits(outcome);
      const asked = await request();
      const error = await refusal(create(asked));
      expect(error).to.include({ type: code, key });
      if (!remains) expect(error.retryAfterS).to.equal(3);
      expect((await row(asked.payment_id))?.["status"]).to.equal(remains ? "PENDING" : undefined);
    });
  }

  for (const [retryAfterS, when] of [
    [3, "as Retry-After says"],
    [undefined, "in a few seconds"],
  ] as const) {
    it(`says of a provider's 429 that it is not the key's, that nothing was made and that the same key is sent again ${when}`, async () => {
      const { create, request, provider } = given();
      provider.submits({
        kind: "not_executed",
        cause: "throttled",
        ...(retryAfterS === undefined ? {} : { retryAfterS }),
      });
      expect((await refusal(create(await request()))).explanation).to.equal(
        `The acquirer takes no more requests at the moment, and nothing was made: it is not the quota of this API key. Send the same request with the same Idempotency-Key again ${when}.`,
      );
    });
  }

  it("takes an answer about another amount for nothing, and for an exception [PAY-3]", async () => {
    const { create, request, provider, deps } = given();
    provider.submits({ kind: "unknown", cause: "garbled", contradicts: "amount" });
    const asked = await request();
    expect((await refusal(create(asked))).type).to.equal("processing_error");
    const exceptions = await deps.exceptions.list(true, 100);
    const own = exceptions.filter(({ object_id }) => object_id === asked.payment_id);
    expect(own.map(({ kind }) => kind)).to.deep.equal(["outcome_mismatch"]);
  });

  it("fails a wrong check digit as invalid_number without asking the provider [D2-2]", async () => {
    const { create, request, provider } = given();
    const payment = await create(
      await request({}, { kind: "card", card: testCard({ number: BAD_CHECK_DIGIT }) }),
    );
    expect(payment).to.include({ status: "FAILED", failure_code: "invalid_number" });
    expect(provider.asked).to.deep.equal([]);
  });

  it("fails a past expiry as expired_card, after the check digit [D2-4]", async () => {
    const { create, request } = given();
    const past = testCard({ exp_month: 1, exp_year: 2020 });
    expect(await create(await request({}, { kind: "card", card: past }))).to.include({
      failure_code: "expired_card",
    });
    const both = { ...past, number: BAD_CHECK_DIGIT };
    expect(await create(await request({}, { kind: "card", card: both }))).to.include({
      failure_code: "invalid_number",
    });
  });

  it("opens an encrypted card for its own object, amount and time only", async () => {
    const { create, request, provider } = given();
    const asked = await request();
    for (const change of [{ amount: 1_251 }, { currency: "GBP" }, { start_before: asked.start_before + 1 }]) {
      const error = await refusal(create({ ...asked, ...change }));
      expect(error).to.include({ type: "internal_error", key: "release" });
    }
    expect(provider.asked).to.deep.equal([]);
  });
});
