import { randomUUID } from "node:crypto";
import type { DirectPaymentRequest } from "@flowlix/contracts";
import { applePay, googlePay3ds, googlePayPanOnly, TEST_BROWSER, TEST_CARDS } from "@flowlix/testkit";
import { expect } from "chai";
import { errorOf, paymentOf } from "./support/api.ts";
import { followToMerchant, press } from "./support/payer.ts";
import { IN_PROCESS, TEST_TIMEOUT_MS, withPlatform } from "./support/platform.ts";

type Method = DirectPaymentRequest["payment_method_data"];

const WALLETS: readonly (readonly [name: string, method: () => Method])[] = [
  ["Apple Pay", applePay],
  ["Google Pay with CRYPTOGRAM_3DS", googlePay3ds],
  ["Google Pay with PAN_ONLY", googlePayPanOnly],
];

describe("payments by wallet, end to end", function () {
  this.timeout(TEST_TIMEOUT_MS);
  const platform = withPlatform(IN_PROCESS);
  const ask = (method: Method, amount: number, key = randomUUID()) =>
    platform().api.create({
      amount,
      key,
      changes: { payment_method_data: method, browser_information: TEST_BROWSER },
    });
  const pay = async (method: Method, amount = 1_250) => paymentOf(await ask(method, amount));
  const read = async (id: string) => paymentOf(await platform().api.read(id));
  const charges = (id: string) => platform().acquirer.charges(id);

  for (const [name, method] of WALLETS) {
    describe(name, () => {
      it("succeeds, is charged once, and shows its type and the device number's summary, nothing else [PAY-11, D2-12]", async () => {
        const payment = await pay(method());
        expect(payment.status).to.equal("SUCCEEDED");
        expect(payment.payment_method).to.deep.equal({
          type: method().type,
          card: { brand: "visa", last4: "3478", exp_month: 12, exp_year: 2040 },
        });
        expect(await read(payment.id)).to.deep.equal(payment);
        expect(await charges(payment.id)).to.equal(1);
      });

      it("rejected by antifraud is FAILED with fraud_filter, without any browser action [FAIL-2, STATE-5, D11-3]", async () => {
        const payment = await pay(method(), 100_063);
        expect([payment.status, payment.failure_code, payment.next_action]).to.deep.equal([
          "FAILED",
          "fraud_filter",
          null,
        ]);
        expect(payment.status_transitions.requires_action_at).to.equal(null);
        expect(await charges(payment.id)).to.equal(0);
      });

      it("sends the payer to a challenge where server-side authentication needs one", async () => {
        const { id, status, next_action: action } = await pay(method(), 103_000);
        expect([status, action?.reason]).to.deep.equal(["REQUIRES_ACTION", "three_d_secure"]);
        await followToMerchant(await press(action?.redirect_url ?? "", "complete"));
        expect([(await read(id)).status, await charges(id)]).to.deep.equal(["SUCCEEDED", 1]);
      });

      it("replays with other credentials and conflicts with another way of paying [IDEM-12]", async () => {
        const key = randomUUID();
        const first = await ask(method(), 1_250, key);
        const again = await ask(withCard(method(), { number: TEST_CARDS.mastercard }), 1_250, key);
        expect([again.headers.get("idempotent-replayed"), again.text]).to.deep.equal(["true", first.text]);
        for (const [, other] of WALLETS) {
          if (other === method) continue;
          const refused = await ask(other(), 1_250, key);
          expect([refused.status, errorOf(refused).code]).to.deep.equal([409, "idempotency_key_reused"]);
        }
      });
    });
  }

  it("the check digit and the expiry of a device number are our own checks [D2-5]", async () => {
    const badDigit = await pay(withCard(applePay(), { number: "4895370012003479" }));
    const expired = await pay(withCard(googlePay3ds(), { exp_month: 1, exp_year: 2020 }));
    expect([badDigit.status, badDigit.failure_code]).to.deep.equal(["FAILED", "invalid_number"]);
    expect([expired.status, expired.failure_code]).to.deep.equal(["FAILED", "expired_card"]);
  });

  it("encrypted input is refused before anything is registered [WAL-2]", async () => {
    const orders = async () => {
      const [row] = await platform().database.sql("select count(*)::int as n from sandbox_acquirer.orders");
      return row?.["n"];
    };
    const before = await orders();
    const answer = await platform().api.send("POST", "/v1/payments", {
      headers: { "idempotency-key": randomUUID(), "content-type": "application/json" },
      body: JSON.stringify({
        amount: 1_250,
        currency: "EUR",
        payment_method_data: {
          type: "google_pay",
          google_pay: { format: "encrypted", data: { token: "opaque" } },
        },
        customer_ip_address: "203.0.113.7",
        merchant_customer_id: "customer-1",
        return_url: "https://merchant.example/return",
      }),
    });
    expect([answer.status, errorOf(answer).code, errorOf(answer).param]).to.deep.equal([
      400,
      "parameter_invalid",
      "payment_method_data.google_pay.format",
    ]);
    expect(await orders()).to.equal(before);
  });
});

/** The same wallet with another card in it. */
function withCard(
  method: Method,
  changes: { number?: string; exp_month?: number; exp_year?: number },
): Method {
  switch (method.type) {
    case "apple_pay": {
      const { format, data } = method.apple_pay;
      return { ...method, apple_pay: { format, data: { ...data, card: { ...data.card, ...changes } } } };
    }
    case "google_pay": {
      const { format, data } = method.google_pay;
      return { ...method, google_pay: { format, data: { ...data, card: { ...data.card, ...changes } } } };
    }
    default:
      return method;
  }
}
