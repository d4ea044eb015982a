import { expect } from "chai";
import { FAILURE_CODES, Payout, PAYOUT_FAILURE_MESSAGES } from "@flowlix/contracts";
import type { TransferOutcome } from "@flowlix/provider";
import { describeCreating } from "@flowlix/engine/testing";
import { holdsDigits } from "@flowlix/testkit";
import { compileSchema } from "@flowlix/runtime";
import { getPayout } from "../src/read/get-payout.ts";
import { CARD_NUMBER, encryptedRequest, withPayouts } from "./support/payouts-under-test.ts";

describe("creating a Payout", () => {
  const given = withPayouts();
  const isPayout = compileSchema(Payout);

  it("answers the Payout with exactly the properties that are decided, and its GET the same [PO-2]", async () => {
    const { create, request, deps } = given();
    const asked = await request({ merchant_reference: 1_234_567_890 });
    const payout = await create(asked);
    expect(isPayout(payout), JSON.stringify(isPayout.errors)).to.equal(true);
    expect(payout).to.deep.equal({
      id: asked.payout_id,
      amount: 1_250,
      currency: "EUR",
      merchant_reference: 1_234_567_890,
      destination: { card_brand: "visa", card_last4: "4242" },
      recipient: { first_name: "Ada", last_name: "Lovelace", country: "GB" },
      status: "PROCESSING",
      created_at: payout.created_at,
      updated_at: payout.updated_at,
      completed_at: null,
      livemode: false,
    });
    expect(payout.updated_at).to.be.at.least(payout.created_at);
    // What is answered is made in memory: a column that the insert forgets would be missing here alone.
    expect(await getPayout(deps, { scope: asked.scope, payout_id: payout.id })).to.deep.equal(payout);
  });

  const outcomes: readonly [string, TransferOutcome, Partial<Payout>, readonly string[]][] = [
    ["a success at once", { kind: "succeeded" }, { status: "SUCCEEDED" }, ["payout.succeeded"]],
    [
      "a decline",
      { kind: "failed", code: "not_permitted" },
      { status: "FAILED", failure_code: "not_permitted" },
      ["payout.failed"],
    ],
    [
      "processing",
      { kind: "in_progress", stage: "processing" },
      { status: "PROCESSING" },
      ["payout.processing"],
    ],
    ["merely received", { kind: "in_progress", stage: "received" }, { status: "PENDING" }, []],
    [
      "no connection, tries used up [PO-4]",
      { kind: "not_executed", cause: "unreachable" },
      { status: "FAILED", failure_code: "processor_unavailable" },
      ["payout.failed"],
    ],
    [
      'an explicit "not executed" [PO-4]',
      { kind: "not_executed", cause: "error" },
      { status: "FAILED", failure_code: "processor_error" },
      ["payout.failed"],
    ],
    [
      "a provider's 429 [PO-11]",
      { kind: "not_executed", cause: "throttled", retryAfterS: 3 },
      { status: "FAILED", failure_code: "processor_unavailable" },
      ["payout.failed"],
    ],
    [
      "a provider's 503 [PO-11]",
      { kind: "not_executed", cause: "unavailable", retryAfterS: 3 },
      { status: "FAILED", failure_code: "processor_unavailable" },
      ["payout.failed"],
    ],
    ["an answer that was lost", { kind: "unknown", cause: "lost" }, { status: "PENDING" }, []],
    ["an answer that cannot be read", { kind: "unknown", cause: "garbled" }, { status: "PENDING" }, []],
  ];
  for (const [name, outcome, expected, events] of outcomes) {
    it(`answers ${name} as a 201 with ${expected.status}, and tells of each status entered [PO-2]`, async () => {
      const { create, request, provider, events: eventsOf, deps } = given();
      provider.submits(outcome);
      const payout = await create(await request());
      expect(payout).to.include(expected);
      expect(isPayout(payout)).to.equal(true);
      expect("failure_code" in payout).to.equal(payout.status === "FAILED");
      expect("failure_message" in payout).to.equal(payout.status === "FAILED");
      expect(payout.completed_at === null).to.equal(
        payout.status === "PENDING" || payout.status === "PROCESSING",
      );
      const reported = await eventsOf(payout.id);
      expect(reported.map(({ event_type }) => event_type)).to.deep.equal(["payout.pending", ...events]);
      expect(reported.at(-1)?.data).to.deep.equal({ payout });
      const asRead = await deps.reads.get(
        { merchant_id: (await request()).scope.merchant_id, livemode: false },
        payout.id,
      );
      expect(asRead?.status).to.equal(payout.status);
    });
  }

  it("keeps recipient names byte for byte, in answers and in events [PO-2, EV-3]", async () => {
    const { create, request, events } = given();
    const recipient = {
      first_name: "  \u00c9lo\u00efse\t",
      last_name: "O\u2019%_\\ 'x\" \u{1f980}e\u0301\n",
      country: "FR",
    };
    const payout = await create(await request({ recipient }));
    expect(payout.recipient).to.deep.equal(recipient);
    for (const { data } of await events(payout.id))
      expect(data).to.have.nested.property("payout.recipient").that.deep.equals(recipient);
  });

  it("hands the card to the provider alone: no table has the number [PO-2]", async () => {
    const { create, request, provider, database } = given();
    let paidTo = "";
    provider.submits((_, card) => {
      paidTo = card.number;
      return { kind: "succeeded" };
    });
    await create(await request());
    expect(paidTo).to.equal(CARD_NUMBER);
    const tables = await database.sql(
      "select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_schema = 'payouts'",
    );
    for (const { name } of tables) {
      const rows = await database.sql(
        `select 1 from ${String(name)} as t where t::text like '%${CARD_NUMBER}%'`,
      );
      expect(rows, String(name)).to.deep.equal([]);
    }
  });

  it("hands expiry, address and sender to the provider alone: no row, event or answer has them [PO-22]", async () => {
    const { create, request, provider, database, events } = given();
    const address = { line1: "1 Quixworth Street", city: "Anytown", postal_code: "QX1", country: "GB" };
    const sender = { first_name: "Charles", last_name: "Quixworth", address };
    const encrypted = { exp_month: 12, exp_year: 2034, recipient_address: address, sender };
    let sent: unknown;
    provider.submits(({ recipient, sender: from }, card) => {
      sent = { recipient, sender: from, card };
      return { kind: "succeeded" };
    });
    const { start_before } = await request();
    const payout = await create(encryptedRequest({ start_before }, encrypted));
    expect(sent).to.deep.equal({
      recipient: { first_name: "Ada", last_name: "Lovelace", country: "GB", address },
      sender,
      card: { kind: "payout_card", number: CARD_NUMBER, exp_month: 12, exp_year: 2034 },
    });
    const rows = await database.sql("select p::text as text from payouts.payouts as p where id = $1", [
      payout.id,
    ]);
    expect(JSON.stringify(rows)).to.include("Lovelace");
    const kept = JSON.stringify([rows, payout, await events(payout.id)]);
    expect(kept).not.to.match(/Quixworth|Anytown/);
    expect(holdsDigits(kept, "2034"), kept).to.equal(false);
  });

  describeCreating(given, { openBreaker: " [PO-20]" });

  it("takes an answer about another amount for nothing, and for an exception", async () => {
    const { create, request, provider, deps } = given();
    provider.submits({ kind: "unknown", cause: "garbled", contradicts: "amount" });
    const payout = await create(await request());
    expect(payout.status).to.equal("PENDING");
    const exceptions = await deps.exceptions.list(true, 100);
    const own = exceptions.filter(({ object_id }) => object_id === payout.id);
    expect(own.map(({ kind }) => kind)).to.deep.equal(["outcome_mismatch"]);
  });

  it("opens an encrypted card for its own object, amount and time only: else FAILED processor_error, nothing sent [PO-4]", async () => {
    const { create, request, provider, events } = given();
    for (const change of [{ amount: 1_251 }, { currency: "GBP" }, { start_before: 1 }]) {
      const asked = await request();
      const start_before = asked.start_before + (change.start_before ?? 0);
      const payout = await create({ ...asked, ...change, start_before });
      expect(payout).to.include({ status: "FAILED", failure_code: "processor_error" });
      const reported = await events(payout.id);
      expect(reported.map(({ event_type }) => event_type)).to.deep.equal(["payout.pending", "payout.failed"]);
      const again = await create({ ...asked, ...change, start_before });
      expect(again).to.deep.equal(payout);
    }
    expect(provider.asked).to.deep.equal([]);
  });

  for (const code of FAILURE_CODES) {
    it(`tells of ${code} in words of its own, which advise no shopper [PO-19]`, async () => {
      const { create, request, provider } = given();
      provider.submits({ kind: "failed", code });
      const { failure_message } = await create(await request());
      expect(failure_message).to.equal(PAYOUT_FAILURE_MESSAGES[code]);
      expect(failure_message).not.to.match(
        /\b(another|different|new card|contact|again|please|your?|customer|shopper)\b/i,
      );
    });
  }
});
