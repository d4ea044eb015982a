import { createHmac } from "node:crypto";
import { expect } from "chai";
import type { VerifyCallbacks } from "@flowlix/provider";
import { LATER_MS, makeCheckout, type CheckoutFixture } from "../support/checkout-fixture.ts";
import { aCard, aPayoutCard, call, newOrder, newPayout, newRefund } from "../support/orders.ts";

const EVENT = {
  id: "evt_abcdefghijklmnopqrstuvwxyz",
  type: "payment_captured",
  created_on: "2026-11-27T10:00:00.1234567Z",
  data: { id: "pay_acquirers", action_id: "act_acquirers", reference: "pay_AAAAAAAAAAAAAAAAAAAAAAAA" },
};
const signed = (body: string, key: string) => ({
  "cko-signature": createHmac("sha256", key).update(body).digest("hex"),
});

describe("events of Checkout.com", () => {
  let fixture: CheckoutFixture;
  let verify: VerifyCallbacks;
  before(async () => {
    fixture = await makeCheckout({}, { webhook_key: "the-key", next_webhook_key: "the-next-key" });
    verify = fixture.adapter.verifyCallbacks;
  });
  after(() => fixture.stop());

  const verified = (event: object, key = "the-key", headers?: Record<string, string>) => {
    const body = JSON.stringify(event);
    return verify(headers ?? signed(body, key), Buffer.from(body));
  };
  const about = (reference: string) => verified({ ...EVENT, data: { ...EVENT.data, reference } });

  it("are hints: whose they are follows from our reference", () => {
    expect(verified(EVENT)).to.deep.equal([
      {
        callbackId: EVENT.id,
        kind: "order",
        reference: EVENT.data.reference,
        claimedState: "payment_captured",
        at: Date.parse("2026-11-27T10:00:00Z") / 1_000,
      },
    ]);
    const kinds = [
      `pay_${"A".repeat(24)}_2`,
      `pay_${"A".repeat(24)}-reversal`,
      `ref_${"A".repeat(24)}`,
      `po_${"A".repeat(24)}`,
    ].map((reference) => about(reference)?.map(({ kind, reference: ours }) => [kind, ours]));
    expect(kinds).to.deep.equal([
      [["order", `pay_${"A".repeat(24)}_2`]],
      [["order", `pay_${"A".repeat(24)}`]],
      [["refund", `ref_${"A".repeat(24)}`]],
      [["payout", `po_${"A".repeat(24)}`]],
    ]);
  });

  it("are verified by a fixed vector: hex HMAC-SHA-256 over the raw body, in either case of letters", () => {
    const body = '{"id":"evt_1","type":"payment_paid","created_on":"2026-01-01T00:00:00Z","data":{}}';
    const signature = "855d5a1d46b83819b4c0e32e889f39352af9607450d24714f90a6a655862bda1";
    for (const given of [signature, signature.toUpperCase()])
      expect(verify({ "cko-signature": given }, Buffer.from(body)), given).to.deep.equal([]);
  });

  it("are taken under either key while it changes, and under no other", () => {
    expect(verified(EVENT, "the-next-key")).to.have.length(1);
    expect(verified(EVENT, "another-key")).to.equal(null);
  });

  it("about nothing of ours are taken and forgotten", () => {
    expect(about("ORD-5023-4E89")).to.deep.equal([]);
    expect(verified({ ...EVENT, type: "report_generated", data: { report_id: "rpt_1" } })).to.deep.equal([]);
    expect(verified({ ...EVENT, created_on: "no time" })).to.deep.equal([]);
  });

  const body = JSON.stringify(EVENT);
  const refused: readonly (readonly [name: string, headers: Record<string, string>, raw: Buffer])[] = [
    ["without a signature", {}, Buffer.from(body)],
    ["with a signature of another length", { "cko-signature": "ab" }, Buffer.from(body)],
    ["with what is no signature", { "cko-signature": "z".repeat(64) }, Buffer.from(body)],
    ["with a byte changed", signed(body, "the-key"), Buffer.from(body.replace("captured", "capturee"))],
    ["with a blank more", signed(body, "the-key"), Buffer.from(`${body} `)],
    ["that is no JSON, rightly signed", signed("{", "the-key"), Buffer.from("{")],
    ["without an id, rightly signed", signed('{"type":"x"}', "the-key"), Buffer.from('{"type":"x"}')],
    [
      "that no database could hold, rightly signed",
      signed(body.replace("evt_", "\\u0000"), "the-key"),
      Buffer.from(body.replace("evt_", "\\u0000")),
    ],
  ];
  for (const [name, headers, raw] of refused)
    it(`${name} is refused`, () => {
      expect(verify(headers, raw)).to.equal(null);
    });

  it("of more than 64 KiB are refused before anything is hashed", () => {
    const long = JSON.stringify({ ...EVENT, padding: "x".repeat(70_000) });
    expect(verify(signed(long, "the-key"), Buffer.from(long))).to.equal(null);
  });

  it("that the double signs are verified, for a payment, a refund and a payout", async () => {
    const { adapter, double } = await makeCheckout();
    const order = newOrder();
    await adapter.registerAndAuthorise?.(order, aCard(), call());
    double.clock.advance(LATER_MS);
    const [refund, payout] = [newRefund(order), newPayout()];
    await adapter.refunds.submit(refund, call());
    await adapter.payouts.submit(payout, aPayoutCard(), call());
    double.clock.advance(LATER_MS);
    const reported = double.webhooks
      .made()
      .flatMap(({ headers, body: sent }) => adapter.verifyCallbacks(headers, Buffer.from(sent)) ?? []);
    expect(reported.map(({ claimedState, reference }) => `${claimedState} ${reference}`)).to.deep.equal([
      `payment_approved ${order.reference}`,
      `payment_captured ${order.reference}`,
      `payment_refunded ${refund.reference}`,
      `payment_paid ${payout.reference}`,
    ]);
    await adapter.shutdown();
    await double.stop();
  });
});
