import { expect } from "chai";
import {
  canTake,
  EVERYTHING,
  type Asked,
  type Capabilities,
  type PaymentFacts,
  type PayoutFacts,
  type Refusal,
} from "../src/index.ts";

const PAYMENT: PaymentFacts = {
  amount: 1,
  currency: "EUR",
  livemode: true,
  merchant_customer_id: "customer-1",
};
const PAYOUT: PayoutFacts = {
  amount: 1,
  currency: "EUR",
  livemode: true,
  recipient: { first_name: "Ada", last_name: "Lovelace", country: "FR" },
  initiator_ip_address: "203.0.113.7",
  hasExpiry: false,
};
const BROWSER = {
  accept_header: "*/*",
  javascript_enabled: true,
  screen_width: 1,
  screen_height: 1,
  color_depth: 24,
  user_agent: "x",
  language: "en",
  time_zone_offset: 0,
  java_enabled: false,
};

const paid = (method: Extract<Asked, { kind: "payment" }>["method"], currency = "EUR"): Asked => ({
  kind: "payment",
  method,
  currency,
});
const paidOut = (network: "visa" | "mastercard", currency = "EUR"): Asked => ({
  kind: "payout",
  network,
  currency,
});
const like = (changes: Partial<Capabilities>): Capabilities => ({ ...EVERYTHING, ...changes });
const wanting = (...paths: string[]): Capabilities =>
  like({ requires: { payment: () => paths, payout: () => paths } });

describe("what an acquirer takes", () => {
  const NARROW = like({
    methods: ["card"],
    hostedPage: false,
    currencies: ["GBP"],
    refunds: false,
    payouts: { networks: ["visa"], currencies: ["PLN"] },
  });
  const rows: readonly (readonly [
    name: string,
    capabilities: Capabilities,
    asked: Asked,
    why: Refusal["why"] | null,
  ])[] = [
    ["everything", EVERYTHING, paid("google_pay", "XTS"), null],
    ["everything, on a page", EVERYTHING, paid("page"), null],
    ["everything, out", EVERYTHING, paidOut("mastercard", "XTS"), null],
    ["everything, back", EVERYTHING, { kind: "refund" }, null],
    ["its way of paying and its currency", NARROW, paid("card", "GBP"), null],
    ["no other way of paying", NARROW, paid("apple_pay", "GBP"), "method"],
    ["no other currency", NARROW, paid("card"), "currency"],
    ["no page", NARROW, paid("page", "GBP"), "page"],
    ["no page without cards", like({ methods: ["apple_pay"] }), paid("page"), "page"],
    ["its network and its currency of payouts", NARROW, paidOut("visa", "PLN"), null],
    ["no other network", NARROW, paidOut("mastercard", "PLN"), "network"],
    [
      "no other currency of payouts, that of its payments included",
      NARROW,
      paidOut("visa", "GBP"),
      "currency",
    ],
    ["no payouts", like({ payouts: null }), paidOut("visa"), "payouts"],
    ["no refunds", NARROW, { kind: "refund" }, "refunds"],
  ];
  for (const [name, capabilities, asked, why] of rows)
    it(`is told by its capabilities: ${name}`, () => {
      expect(canTake(capabilities, asked)?.why ?? null).to.equal(why);
    });

  const fieldsOf = (capabilities: Capabilities, asked: Asked) => {
    const refusal = canTake(capabilities, asked);
    if (refusal === null) return null;
    return refusal.why === "fields" ? refusal.fields : refusal.why;
  };

  it("is asked for fields where the request is known, and not where an acquirer is looked for", () => {
    const wants = wanting("recipient.address.line1", "recipient.first_name", "destination.exp_month");
    expect(fieldsOf(wants, paidOut("visa"))).to.equal(null);
    expect(
      fieldsOf(wants, { kind: "payout", network: "visa", currency: "EUR", facts: PAYOUT }),
    ).to.deep.equal([
      { path: "recipient.address.line1", isMissing: true },
      { path: "recipient.first_name", isMissing: false },
      { path: "destination.exp_month", isMissing: true },
    ]);
    const facts = { ...PAYOUT, hasExpiry: true };
    expect(
      fieldsOf(wanting("destination.exp_year"), { kind: "payout", network: "visa", currency: "EUR", facts }),
    ).to.deep.equal([{ path: "destination.exp_year", isMissing: false }]);
  });

  it("of a Payment, by the contract's own names", () => {
    const wants = wanting("browser_information", "billing_details.email", "statement_descriptor");
    const given = (facts: PaymentFacts): Asked => ({
      kind: "payment",
      method: "card",
      currency: "EUR",
      facts,
    });
    const missing = (facts: PaymentFacts) => {
      const fields = fieldsOf(wants, given(facts));
      return Array.isArray(fields) ? fields.map(({ isMissing }) => isMissing) : fields;
    };
    expect(missing(PAYMENT)).to.deep.equal([true, true, true]);
    expect(
      missing({ ...PAYMENT, browser: BROWSER, customer_email: "a@b.example", statement_descriptor: "B" }),
    ).to.deep.equal([false, false, false]);
  });

  it("never demands of a merchant what the page collects of its payer", () => {
    const asked: Asked = { kind: "payment", method: "page", currency: "EUR", facts: PAYMENT };
    expect(fieldsOf(wanting("browser_information", "billing_details.email"), asked)).to.equal(null);
    expect(fieldsOf(wanting("browser_information", "statement_descriptor"), asked)).to.deep.equal([
      { path: "statement_descriptor", isMissing: true },
    ]);
  });
});
