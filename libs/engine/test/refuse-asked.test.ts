import { EVERYTHING, type Asked, type Capabilities } from "@flowlix/provider";
import { expect } from "chai";
import { refuseAsked } from "../src/create/refuse-asked.ts";

const like = (changes: Partial<Capabilities>): Capabilities => ({ ...EVERYTHING, ...changes });
const CARD = { kind: "payment", method: "card", currency: "EUR" } as const;
const PAGE = { ...CARD, method: "page" } as const;
const PAYOUT = { kind: "payout", network: "visa", currency: "EUR" } as const;
const FACTS = {
  amount: 1,
  currency: "EUR",
  livemode: true,
  recipient: { first_name: "Zo\u00eb", last_name: "Quixworth", country: "FR" },
  initiator_ip_address: "203.0.113.7",
  hasExpiry: false,
};
const wanting = (...paths: string[]) => like({ requires: { payment: () => [], payout: () => paths } });

describe("a create that its acquirer does not take", () => {
  const rows: readonly (readonly [asked: Asked, capabilities: Capabilities, type: string, param?: string])[] =
    [
      [CARD, like({ methods: ["apple_pay"] }), "parameter_invalid", "payment_method_data.type"],
      [PAGE, like({ hostedPage: false }), "payment_acceptance_unavailable"],
      [CARD, like({ currencies: ["GBP"] }), "currency_not_supported", "currency"],
      [PAYOUT, like({ payouts: null }), "payout_submission_unavailable"],
      [
        PAYOUT,
        like({ payouts: { networks: ["mastercard"], currencies: "all" } }),
        "unsupported_card",
        "destination.card_number",
      ],
      [{ kind: "refund" }, like({ refunds: false }), "payment_not_refundable", "payment_id"],
      [
        { ...PAYOUT, facts: FACTS },
        wanting("recipient.address.line1", "recipient.address.city"),
        "request_body_invalid",
        "recipient.address.line1",
      ],
      [
        { ...PAYOUT, facts: FACTS },
        wanting("recipient.first_name"),
        "parameter_invalid",
        "recipient.first_name",
      ],
    ];
  for (const [asked, capabilities, type, param] of rows)
    it(`is refused with ${type} at ${param ?? "nothing"}, and its key is free`, () => {
      const error = refuseAsked(capabilities, asked);
      expect([error?.type, error?.param, error?.key]).to.deep.equal([type, param, "release"]);
      expect(error?.explanation).to.match(/^[^]{20,}\.$/);
    });

  it("is told every field that is wanted, and what no field holds", () => {
    const error = refuseAsked(wanting("sender", "recipient.first_name"), { ...PAYOUT, facts: FACTS });
    expect(error?.explanation).to.equal(
      "sender is missing. It is optional elsewhere, and the acquirer of this account needs it. It needs recipient.first_name as well.",
    );
    expect(String(error?.explanation)).not.to.match(/Zo\u00eb|Quixworth/);
  });

  it("is none where everything is taken", () => {
    for (const asked of [CARD, PAGE, PAYOUT, { ...PAYOUT, facts: FACTS }, { kind: "refund" } as const])
      expect(refuseAsked(EVERYTHING, asked)).to.equal(null);
  });
});
