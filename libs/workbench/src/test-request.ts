import type { TestCurrencies } from "@flowlix/contracts";

/** One request of the public API. */
export interface TestRequest {
  readonly path: "/v1/payments" | "/v1/payments/hpp" | "/v1/refunds" | "/v1/payouts";
  /**
   * Without its currency, which the installation decides (`bodyIn`). The value `PAYMENT_ID` stands for the id of the
   * Payment that the request before made.
   */
  readonly body: Readonly<Record<string, unknown>>;
}

export const PAYMENT_ID = "{payment_id}";

const RETURN_URL = "https://shop.example/return";
const TEST_CARD = "4111111111111111";

export const payment = (amount: number): TestRequest => ({
  path: "/v1/payments",
  body: {
    amount,
    payment_method_data: {
      type: "card",
      card: { number: TEST_CARD, exp_month: 12, exp_year: 2034, cvc: "123", holder_name: "Ada Lovelace" },
    },
    customer_ip_address: "203.0.113.7",
    merchant_customer_id: "workbench",
    return_url: RETURN_URL,
    description: "Made in the workbench",
  },
});

export const hosted = (amount: number): TestRequest => ({
  path: "/v1/payments/hpp",
  body: {
    amount,
    return_url: RETURN_URL,
    merchant_customer_id: "workbench",
    description: "Made in the workbench",
  },
});

/** Of a Payment that is made for it. */
export const refund = (amount: number): readonly TestRequest[] => [
  payment(200_000),
  { path: "/v1/refunds", body: { payment_id: PAYMENT_ID, amount, reason: "Made in the workbench" } },
];

export const payout = (amount: number): TestRequest => ({
  path: "/v1/payouts",
  body: {
    amount,
    destination: { card_number: TEST_CARD },
    initiator_ip_address: "203.0.113.7",
    recipient: { country: "FR", first_name: "Ada", last_name: "Lovelace" },
  },
});

/**
 * The body of a test request as it is sent. The amount in minor units stays what it is in any currency, as it orders
 * the outcome.
 */
export function bodyIn({ path, body }: TestRequest, currencies: TestCurrencies): TestRequest["body"] {
  if (path === "/v1/refunds") return body;
  const { amount, ...others } = body;
  return { amount, currency: path === "/v1/payouts" ? currencies.payouts : currencies.payments, ...others };
}
