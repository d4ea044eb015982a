import { expect } from "chai";
import {
  BAD_CHECK_DIGIT,
  stopClock,
  TEST_CARDS,
  testCard,
  whileClockStands,
  refusal,
} from "@flowlix/testkit";
import type { OrderRef, Outcome } from "@flowlix/provider";
import { hostedPage } from "../support/hosted-under-test.ts";
import { withPayments } from "../support/payments-under-test.ts";

/** When a claim that nobody answered has ended. */
const LAPSED = 60_000;

/** The name of a submission after one that was not executed. */
const againOf = (order: OrderRef): unknown => ("again" in order ? order.again : undefined);

describe("a card submitted on the hosted page", () => {
  const given = withPayments();

  it("is charged, and its Payment shows it [HPP-7]", async () => {
    const { provider } = given();
    const { id, submit, read, eventTypes } = await hostedPage(given());
    expect(await submit()).to.equal("settled");
    const { payment, stage } = await read();
    expect(stage).to.equal("ended");
    expect(payment).to.include({ status: "SUCCEEDED", next_action: null });
    expect(payment.payment_method).to.deep.equal({
      type: "card",
      card: { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2040 },
    });
    expect(await eventTypes()).to.deep.equal(["payment.requires_action", "payment.succeeded"]);
    expect(provider.countOf("submit", id)).to.equal(1);
  });

  it("is submitted with what the merchant wants the statement to say [IN-19]", async () => {
    const { provider } = given();
    const { submit } = await hostedPage(given(), { statement_descriptor: "QUIXWORTH BOOKS" });
    await submit();
    expect(provider.asked.at(-1)?.order).to.include({ statement_descriptor: "QUIXWORTH BOOKS" });
  });

  const outcomes: readonly [Outcome, string, string, string][] = [
    [{ kind: "failed", code: "do_not_honor" }, "settled", "ended", "FAILED"],
    [
      { kind: "action_required", url: "https://acquirer.example/c" },
      "settled",
      "challenge",
      "REQUIRES_ACTION",
    ],
    [{ kind: "in_progress", stage: "processing" }, "settled", "processing", "PROCESSING"],
    [{ kind: "in_progress", stage: "received" }, "checking", "checking", "REQUIRES_ACTION"],
    [{ kind: "unknown", cause: "lost" }, "checking", "checking", "REQUIRES_ACTION"],
    [{ kind: "unknown", cause: "garbled" }, "checking", "checking", "REQUIRES_ACTION"],
  ];
  for (const [outcome, result, stage, status] of outcomes) {
    it(`comes to what its provider says: ${JSON.stringify(outcome)} → ${stage}, ${status}`, async () => {
      const { provider } = given();
      const page = await hostedPage(given());
      provider.submits(outcome);
      expect(await page.submit()).to.equal(result);
      expect(await page.stage()).to.equal(stage);
      expect(await page.status()).to.equal(status);
    });
  }

  for (const cause of ["throttled", "unavailable", "unreachable", "error"] as const) {
    it(`gives the form back where it is known not to have been executed (${cause}), and a second card is charged once`, async () => {
      const { provider } = given();
      const page = await hostedPage(given());
      provider.submits({ kind: "not_executed", cause }, { kind: "succeeded" });
      expect(await page.submit()).to.equal("given_back");
      expect(await page.read()).to.include({ stage: "form", card_tried: true });
      const instrument = { kind: "card", card: testCard({ number: TEST_CARDS.mastercard }) } as const;
      expect(await page.submit({ instrument })).to.equal("settled");
      const { payment } = await page.read();
      expect(payment.status).to.equal("SUCCEEDED");
      expect(payment.payment_method?.card.last4).to.equal("4444");
      expect(provider.repeats, "nothing of it can have been executed before").to.deep.equal([false, false]);
      const again = provider.asked.map(({ order }) => againOf(order));
      expect(again[0], "the first names no other").to.equal(undefined);
      expect(again[1], "a refusal is not replayed to the second").to.be.a("string");
    });
  }

  it("is a submission of its own after each that is known not to have been executed, and a repeat for ever after one that may", async () => {
    const { provider, database } = given();
    const page = await hostedPage(given());
    const refused = { kind: "not_executed", cause: "throttled" } as const;
    provider.submits(refused, refused, { kind: "unknown", cause: "lost" }, refused, { kind: "succeeded" });
    for (let at = 0; at < 2; at += 1) expect(await page.submit()).to.equal("given_back");
    expect(await page.submit()).to.equal("checking");
    provider.reads({ kind: "absent" });
    await page.syncAfter(LAPSED);
    expect(await page.stage()).to.equal("form");
    expect(await page.submit(), "what it knows of itself says nothing of the one before").to.equal(
      "given_back",
    );
    const rows = await database.sql("select order_sent from payments.payments where id = $1", [page.id]);
    expect(rows).to.deep.equal([{ order_sent: true }]);
    expect(await page.submit()).to.equal("settled");
    expect(provider.repeats).to.deep.equal([false, false, false, true, true]);
    const again = provider.asked
      .filter(({ operation }) => operation === "submit")
      .map(({ order }) => againOf(order));
    expect(new Set(again.slice(0, 3)).size, "each of them has a name of its own").to.equal(3);
    expect(again.slice(3), "a repeat has none").to.deep.equal([undefined, undefined]);
  });

  it("is charged once of many that are submitted at once; the others are told that one is in [D3-PAGE-14]", async () => {
    const { provider } = given();
    const { id, filled, send, status } = await hostedPage(given());
    const forms = await Promise.all(Array.from({ length: 10 }, () => filled()));
    const results = await Promise.all(forms.map((form) => send(form)));
    expect(results.toSorted()).to.deep.equal([...Array.from({ length: 9 }, () => "not_taken"), "settled"]);
    expect(provider.countOf("submit", id)).to.equal(1);
    expect(await status()).to.equal("SUCCEEDED");
  });

  it("is charged once when the same form is sent twice", async () => {
    const { provider } = given();
    const { id, filled, send } = await hostedPage(given());
    const form = await filled();
    expect(await send(form)).to.equal("settled");
    expect(await send(form)).to.equal("not_taken");
    expect(provider.countOf("submit", id)).to.equal(1);
  });

  it("is not taken while another one is in doubt, nor after a decline", async () => {
    const { provider } = given();
    for (const outcome of [
      { kind: "unknown", cause: "lost" },
      { kind: "failed", code: "do_not_honor" },
    ] as const) {
      const { id, submit } = await hostedPage(given());
      provider.submits(outcome);
      await submit();
      expect(await submit()).to.equal("not_taken");
      expect(provider.countOf("submit", id)).to.equal(1);
    }
  });

  it("names the payer's address where the merchant gave none, and never instead of the merchant's", async () => {
    const { provider } = given();
    for (const [merchants, expected] of [
      [null, "198.51.100.9"],
      ["203.0.113.7", "203.0.113.7"],
    ] as const) {
      const addresses: string[] = [];
      provider.submits((order) => {
        addresses.push(order.customer_ip_address);
        return { kind: "succeeded" };
      });
      const { submit, read } = await hostedPage(given(), { customer_ip_address: merchants });
      await submit();
      expect(addresses).to.deep.equal([expected]);
      expect((await read()).customer_ip_address).to.equal(expected);
    }
  });

  it("brings the payer's billing details, which stand in the place of the merchant's [D3-PAGE-1]", async () => {
    const address = {
      line1: "1 Way",
      line2: null,
      city: "Bath",
      state: null,
      postal_code: "BA1",
      country: "GB",
    };
    const merchants = {
      email: "old@example.com",
      first_name: "Ada",
      last_name: null,
      phone: null,
      address: null,
    };
    const { submit, read, row } = await hostedPage(given(), { billing_details: merchants });
    expect(await row()).to.include({ billing_email_folded: "old@example.com" });
    const payers = { ...merchants, email: "New@example.com", address };
    await submit({ billing_details: payers });
    expect((await read()).payment.billing_details).to.deep.equal(payers);
    expect(await row()).to.include({ billing_email_folded: "new@example.com" });
  });

  it("is submitted within its claim and this service's share of the request", async () => {
    const { provider, database } = given();
    await stopClock(database);
    const { filled, send } = await hostedPage(given());
    const form = await filled();
    const hurried = await filled({ start_before: form.start_before - 12_000 });
    await whileClockStands(() => send(hurried));
    expect(provider.asked.map(({ remainingMs }) => Math.round(remainingMs))).to.deep.equal([13_000]);
  });

  it("is not taken when it comes too late, however late that is", async () => {
    const { provider } = given();
    const { id, filled, send, stage } = await hostedPage(given());
    const form = await filled();
    expect(await send(await filled({ start_before: form.start_before - 30_000 }))).to.equal("not_taken");
    expect(provider.countOf("submit", id)).to.equal(0);
    expect(await stage()).to.equal("form");
  });

  it("for another amount or merchant than its Payment's is refused before anything is sent", async () => {
    const { provider, deps } = given();
    const { id, submit, stage } = await hostedPage(given());
    const scope = { merchant_id: `mer_${"1".repeat(24)}`, livemode: false };
    for (const other of [{ amount: 1 }, { scope }])
      expect((await refusal(submit(other))).type).to.equal("internal_error");
    expect(provider.countOf("submit", id)).to.equal(0);
    expect(await stage()).to.equal("form");
    const exceptions = await deps.exceptions.list(true, 100);
    expect(
      exceptions.some(({ object_id, kind }) => object_id === id && kind === "request_mismatch"),
    ).to.equal(true);
  });

  it("that does not open, as one encrypted for a create, is refused before anything is claimed", async () => {
    const { provider, request } = given();
    const { id, submit, stage } = await hostedPage(given());
    const { sealed_instrument } = await request({ payment_id: id });
    expect((await refusal(submit({ sealed_instrument }))).type).to.equal("internal_error");
    expect(provider.countOf("submit", id)).to.equal(0);
    expect(await stage()).to.equal("form");
  });

  it("that fails our own checks never ends its Payment and never reaches the provider [D3-PAGE-2]", async () => {
    const { provider } = given();
    const { id, submit, read } = await hostedPage(given());
    const instrument = { kind: "card", card: testCard({ number: BAD_CHECK_DIGIT }) } as const;
    expect(await submit({ instrument })).to.equal("given_back");
    expect(await read()).to.include({ stage: "form", card_tried: false });
    expect(provider.countOf("submit", id)).to.equal(0);
  });

  it("is given back unclaimed and uncounted while the breaker is open", async () => {
    const { provider } = given();
    const { id, submit, row } = await hostedPage(given());
    provider.opens(true);
    expect(await submit()).to.equal("given_back");
    expect(await row()).to.include({ submission: null, order_sent: null, refused_submits: null });
    provider.opens(false);
    expect(await submit()).to.equal("settled");
    expect(provider.countOf("submit", id)).to.equal(1);
  });

  it("is object_not_found for a Direct Payment", async () => {
    const { create, request } = given();
    const direct = await create(await request());
    const { submit } = await hostedPage(given());
    expect((await refusal(submit({ payment_id: direct.id }))).type).to.equal("object_not_found");
  });
});
