import { expect } from "chai";
import { TEST_BROWSER } from "@flowlix/testkit";
import { startGateway, type TestGateway } from "./support/gateway.ts";
import { createPayment, validBody } from "./support/requests.ts";
import { applePay, googlePay3ds, googlePayPanOnly } from "./support/wallets.ts";

const billing = { email: "ada@shop.example", address: { city: "Paris", country: "fr" } };
const otherCard = {
  type: "card",
  card: { number: "5555555555554444", exp_month: 1, exp_year: 2031, cvc: "999", holder_name: "Grace Hopper" },
};

/** The same wallet with other credentials in every byte. */
const otherApplePay = {
  payment_method_data: {
    type: "apple_pay",
    apple_pay: {
      format: "decrypted",
      data: {
        card: { number: "5204247750001471", exp_month: 1, exp_year: 2031, holder_name: "Grace Hopper" },
        cryptogram: "/////////////////////////w==",
        eci: "07",
      },
    },
  },
};
/** The same request but for Google's auth_method. */
const googlePay3dsWithBrowser = { ...googlePay3ds(), browser_information: TEST_BROWSER };

/** What is changed in the second request of a key, and whether it is the same request all the same. */
const CASES: readonly (readonly [name: string, first: object, second: object, same: boolean])[] = [
  ["other card fields [IDEM-10]", {}, { payment_method_data: otherCard }, true],
  ["browser values [IDEM-10]", {}, { browser_information: TEST_BROWSER }, true],
  ["a null description [D1-IDEM-3]", {}, { description: null }, true],
  ["empty billing details [D1-IDEM-3]", {}, { billing_details: {} }, true],
  [
    "billing details of nulls [D1-IDEM-3]",
    {},
    { billing_details: { first_name: null, address: { city: null } } },
    true,
  ],
  [
    "an empty address",
    { billing_details: { email: billing.email } },
    { billing_details: { email: billing.email, address: {} } },
    true,
  ],
  [
    "the case of a country [D1-IDEM-3]",
    { billing_details: billing },
    { billing_details: { ...billing, address: { city: "Paris", country: "FR" } } },
    true,
  ],
  ["another device number, cryptogram and eci [VER-4, IDEM-12]", applePay(), otherApplePay, true],
  ["Apple Pay instead of a card [IDEM-12]", {}, applePay(), false],
  ["Google Pay instead of Apple Pay [IDEM-12]", applePay(), googlePay3ds(), false],
  ["another auth_method of Google Pay [IDEM-12]", googlePay3dsWithBrowser, googlePayPanOnly(), false],
  ["another amount [IDEM-9]", {}, { amount: 5000 }, false],
  ["another notation of the currency [IDEM-9]", {}, { currency: "eur" }, false],
  ["white space around the currency", {}, { currency: " EUR" }, false],
  ["another address [IDEM-9]", {}, { customer_ip_address: "203.0.113.8" }, false],
  [
    "another notation of the same address [D1-IDEM-3]",
    { customer_ip_address: "2001:db8::1" },
    { customer_ip_address: "2001:DB8::1" },
    false,
  ],
  ["another customer [IDEM-9, IDEM-11]", {}, { merchant_customer_id: "customer-1 " }, false],
  ["another return URL [IDEM-9]", {}, { return_url: "https://shop.example/return/" }, false],
  ["a merchant reference [IDEM-9]", {}, { merchant_reference: 1_234_567_890 }, false],
  ["an empty description [IDEM-9]", {}, { description: "" }, false],
  ["a statement descriptor [IDEM-9]", {}, { statement_descriptor: "BOOKS" }, false],
  [
    "the case of a statement descriptor [IDEM-9]",
    { statement_descriptor: "BOOKS" },
    { statement_descriptor: "Books" },
    false,
  ],
  [
    "another name in the billing details [IDEM-9]",
    { billing_details: billing },
    { billing_details: { ...billing, first_name: "" } },
    false,
  ],
];

describe("what makes two Direct Payments with one key the same request", () => {
  let gateway: TestGateway;
  let apiKey: string;
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway();
    ({ apiKey } = await gateway.merchant());
  });
  after(() => gateway.stop());

  for (const [name, first, second, same] of CASES) {
    it(`${name}: ${same ? "replayed" : "idempotency_key_reused"}`, async () => {
      const made = await createPayment(gateway.url, {
        apiKey,
        key: name,
        body: { ...validBody(), ...first },
      });
      const again = await createPayment(gateway.url, {
        apiKey,
        key: name,
        body: { ...validBody(), ...second },
      });
      expect(made.status, made.text).to.equal(201);
      if (same) expect([again.status, again.text]).to.deep.equal([201, made.text]);
      else
        expect([again.status, again.code, again.param]).to.deep.equal([
          409,
          "idempotency_key_reused",
          "Idempotency-Key",
        ]);
    });
  }

  it("property order and white space of the JSON do not matter [IDEM-8]", async () => {
    const reversed = Object.fromEntries(Object.entries(validBody()).toReversed());
    const made = await createPayment(gateway.url, { apiKey, key: "order" });
    const again = await createPayment(gateway.url, {
      apiKey,
      key: "order",
      body: JSON.stringify(reversed, null, 4),
    });
    expect(again.text).to.equal(made.text);
  });

  it("a key of another API key is another key [IDEM-7]", async () => {
    const other = await gateway.merchant();
    const made = await createPayment(gateway.url, { apiKey, key: "scope" });
    const again = await createPayment(gateway.url, { apiKey: other.apiKey, key: "scope" });
    expect(again.status).to.equal(201);
    expect(again.body["id"]).not.to.equal(made.body["id"]);
  });
});
