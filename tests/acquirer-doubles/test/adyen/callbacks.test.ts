import { expect } from "chai";
import HmacValidator from "@adyen/api-library/lib/src/utils/hmacValidator.js";
import { createAdyenCallbackVerifier } from "@flowlix/provider";
import type { AdyenDouble } from "@flowlix/acquirer-doubles";
import { aCard, anAccount, anOrder, aPayout, aPayoutCard, call, type Account } from "./support.ts";

const NOW_S = 1_800_000_000;

describe("Adyen's webhooks", () => {
  let account: Account;
  let double: AdyenDouble;
  before(async () => {
    account = await anAccount();
    ({ double } = account);
  });
  after(() => account.stop());

  const verifier = (more: object = {}, livemode = false) =>
    createAdyenCallbackVerifier({ settings: { ...double.settings, ...more }, livemode, nowS: () => NOW_S });

  /** An item that the vendor's own library signed. */
  function item(differences: Record<string, unknown> = {}, key = double.settings.hmac_key) {
    const unsigned = {
      additionalData: {},
      amount: { currency: "EUR", value: 1_000 },
      eventCode: "AUTHORISATION",
      eventDate: "2026-11-27T10:00:00+01:00",
      merchantAccountCode: double.settings.merchant_account,
      merchantReference: "pay_1",
      pspReference: "PSP0000000000001",
      reason: "0:Approved:03/2030",
      success: "true",
      ...differences,
    };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields that its type has beside are not signed
    const signature = new HmacValidator.default().calculateHmac(unsigned as never, key);
    return { NotificationRequestItem: { ...unsigned, additionalData: { hmacSignature: signature } } };
  }
  const bodyOf = (items: readonly object[], live = "false") =>
    Buffer.from(JSON.stringify({ live, notificationItems: items }));

  it("are taken with the signature that the vendor's library makes", () => {
    expect(verifier()({}, bodyOf([item()]))).to.deep.equal([
      {
        callbackId: "PSP0000000000001.AUTHORISATION.true",
        kind: "order",
        reference: "pay_1",
        claimedState: "AUTHORISATION.true",
        at: NOW_S,
        evidence:
          '{"psp":"PSP0000000000001","original":"","reference":"pay_1","value":1000,"currency":"EUR","event":"AUTHORISATION","success":true}',
      },
    ]);
  });

  it("that refuse a cancellation or a reversal of ours say so in our words; a payment's refusal is its own", () => {
    for (const [eventCode, success, claimed] of [
      ["TECHNICAL_CANCEL", "false", "refused.TECHNICAL_CANCEL"],
      ["CANCEL_OR_REFUND", "false", "refused.CANCEL_OR_REFUND"],
      ["TECHNICAL_CANCEL", "true", "TECHNICAL_CANCEL.true"],
      ["CANCEL_OR_REFUND", "true", "CANCEL_OR_REFUND.true"],
      ["AUTHORISATION", "false", "AUTHORISATION.false"],
      ["REFUND", "false", "REFUND.false"],
    ] as const) {
      const [callback] = verifier()({}, bodyOf([item({ eventCode, success })])) ?? [];
      expect(callback?.claimedState).to.equal(claimed);
    }
  });

  it("keep nothing that is not signed, the reason of a refusal and the time least of all", () => {
    const [callback] =
      verifier()({}, bodyOf([item({ reason: "SECRETREASON", eventDate: "1999-01-01T00:00:00Z" })])) ?? [];
    expect(JSON.stringify(callback)).not.to.match(/SECRETREASON|1999/);
  });

  it("come several in one request: each is verified, and all of them or none are taken", () => {
    const items = [item(), item({ eventCode: "CAPTURE", pspReference: "PSP2" })];
    expect(verifier()({}, bodyOf(items))).to.have.length(2);
    const forged = item({ pspReference: "PSP3" }, "00".repeat(32));
    expect(verifier()({}, bodyOf([...items, forged]))).to.equal(null);
    expect(verifier()({}, bodyOf(Array.from({ length: 101 }, () => item())))).to.equal(null);
    expect(verifier()({}, bodyOf([]))).to.equal(null);
  });

  for (const [name, changed] of [
    ["the psp reference", { pspReference: "PSP0000000000002" }],
    ["the original reference", { originalReference: "PSP9" }],
    ["the merchant account", { merchantAccountCode: "Another" }],
    ["our reference", { merchantReference: "pay_2" }],
    ["the amount", { amount: { currency: "EUR", value: 1_001 } }],
    ["the currency", { amount: { currency: "USD", value: 1_000 } }],
    ["the event", { eventCode: "CAPTURE" }],
    ["the success", { success: "false" }],
  ] as const) {
    it(`are refused where ${name} is not what was signed`, () => {
      const { NotificationRequestItem: signed } = item();
      const forged = { NotificationRequestItem: { ...signed, ...changed } };
      expect(verifier()({}, bodyOf([forged]))).to.equal(null);
    });
  }

  it("are refused without a signature, with half a one, and where they are no JSON of that shape", () => {
    const { NotificationRequestItem: signed } = item();
    for (const additionalData of [undefined, {}, { hmacSignature: "" }, { hmacSignature: "AAAA" }])
      expect(verifier()({}, bodyOf([{ NotificationRequestItem: { ...signed, additionalData } }]))).to.equal(
        null,
      );
    for (const text of ["", "{", "[]", '{"live":"false"}'])
      expect(verifier()({}, Buffer.from(text))).to.equal(null);
  });

  it("of the other mode are refused", () => {
    expect(verifier()({}, bodyOf([item()], "true"))).to.equal(null);
    expect(verifier({}, true)({}, bodyOf([item()]))).to.equal(null);
    expect(verifier({}, true)({}, bodyOf([item()], "true"))).to.have.length(1);
  });

  it("are taken with the next key while it changes", () => {
    const next = "AB".repeat(32);
    expect(verifier()({}, bodyOf([item({}, next)]))).to.equal(null);
    expect(verifier({ next_hmac_key: next })({}, bodyOf([item({}, next), item()]))).to.have.length(2);
  });

  it("of another merchant account, of another event, or without a reference are taken and left", () => {
    const others = [
      item({ merchantAccountCode: "Another" }),
      item({ eventCode: "CHARGEBACK" }),
      item({ eventCode: "REPORT_AVAILABLE", merchantReference: "", amount: { currency: "EUR", value: 0 } }),
      item({ merchantReference: "x".repeat(65) }),
    ];
    expect(verifier()({}, bodyOf(others))).to.deep.equal([]);
  });

  it("whose signed parts could be read in two ways are left: a colon moves where a part ends", () => {
    expect(verifier()({}, bodyOf([item({ merchantReference: "pay_1:1000" })]))).to.deep.equal([]);
  });

  it("of refunds are about refunds", () => {
    for (const eventCode of ["REFUND", "REFUND_FAILED", "REFUNDED_REVERSED"]) {
      const [callback] = verifier()({}, bodyOf([item({ eventCode, merchantReference: "ref_1" })])) ?? [];
      expect(callback).to.include({ kind: "refund", reference: "ref_1" });
    }
  });

  it("of the double hold before the vendor's validator, item by item and as a whole", async () => {
    await account.adapter.authorise(anOrder(), aCard(), call());
    await account.adapter.payouts.submit(aPayout(), aPayoutCard(), call());
    account.settle();
    const validator = new HmacValidator.default();
    const kinds = double.webhooks.made().map(({ headers, body }) => {
      const signature = headers["hmacsignature"];
      if (signature !== undefined)
        return validator.validateHMACSignature(double.settings.transfers_hmac_key ?? "", signature, body);
      const { notificationItems } = JSON.parse(body);
      return notificationItems.every(({ NotificationRequestItem: one }: { NotificationRequestItem: never }) =>
        validator.validateHMAC(one, double.settings.hmac_key),
      );
    });
    expect(kinds.length).to.be.greaterThan(3);
    expect(new Set(kinds)).to.deep.equal(new Set([true]));
  });

  describe("of the balance platform", () => {
    const body = (data: object = {}, environment = "test") =>
      JSON.stringify({
        environment,
        type: "balancePlatform.transfer.updated",
        data: {
          amount: { currency: "EUR", value: 1_000 },
          balanceAccount: { id: double.settings.balance_account },
          category: "card",
          eventId: "EVT1",
          reference: "po_1",
          status: "booked",
          ...data,
        },
      });
    const signed = (text: string) => ({
      hmacsignature: new HmacValidator.default().calculateHmac(
        text,
        double.settings.transfers_hmac_key ?? "",
      ),
    });

    it("are hints about payouts, signed over the raw body, and no evidence: payouts can be read", () => {
      expect(verifier()(signed(body()), Buffer.from(body()))).to.deep.equal([
        { callbackId: "EVT1", kind: "payout", reference: "po_1", claimedState: "booked", at: NOW_S },
      ]);
    });

    it("are refused with another body, another key, or of the other mode", () => {
      expect(verifier()(signed(body()), Buffer.from(`${body()} `))).to.equal(null);
      expect(verifier({ transfers_hmac_key: undefined })(signed(body()), Buffer.from(body()))).to.equal(null);
      expect(verifier()(signed(body({}, "live")), Buffer.from(body({}, "live")))).to.equal(null);
    });

    it("of other accounts and categories are taken and left", () => {
      for (const text of [
        body({ category: "bank" }),
        body({ balanceAccount: { id: "BA2" } }),
        body({ reference: undefined }),
      ])
        expect(verifier()(signed(text), Buffer.from(text))).to.deep.equal([]);
    });
  });
});
