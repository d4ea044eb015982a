import type { CardInput, DirectPaymentRequest } from "@flowlix/contracts";
import { TEST_BROWSER } from "./wallet-requests.ts";

/** Published test numbers, one per brand; all pass the check digit. */
export const TEST_CARDS = {
  visa: "4242424242424242",
  mastercard: "5555555555554444",
  amex: "378282246310005",
  discover: "6011111111111117",
  diners: "3056930009020004",
  jcb: "3566002020360505",
  unionpay: "6200000000000005",
  maestro: "6759649826438453",
} as const;

/** Sixteen digits that fail the check digit. */
export const BAD_CHECK_DIGIT = "4242424242424241";

/** A card that is valid in every respect. */
export function testCard(changes: Partial<CardInput> = {}): CardInput {
  return {
    number: TEST_CARDS.visa,
    exp_month: 12,
    exp_year: 2040,
    cvc: "123",
    holder_name: "Ada Lovelace",
    ...changes,
  };
}

/**
 * A valid body of POST /v1/payments; 1,250 minor units of EUR succeed at once
 * (docs/design/decisions.md#sandbox-payments). Optional fields are left out.
 */
export function directPaymentRequest(changes: Partial<DirectPaymentRequest> = {}): DirectPaymentRequest {
  return {
    amount: 1_250,
    currency: "EUR",
    payment_method_data: { type: "card", card: testCard() },
    customer_ip_address: "203.0.113.7",
    merchant_customer_id: "customer-1",
    return_url: "https://merchant.example/return",
    ...changes,
  };
}

/** A valid body with every optional field given. */
export function fullDirectPaymentRequest(changes: Partial<DirectPaymentRequest> = {}): DirectPaymentRequest {
  return directPaymentRequest({
    merchant_reference: 1_234_567_890,
    description: "Two chairs",
    statement_descriptor: "ANALYTICAL CHAIRS",
    browser_information: TEST_BROWSER,
    billing_details: {
      email: "ada@example.com",
      first_name: "Ada",
      last_name: "Lovelace",
      phone: "+442079460000",
      address: {
        line1: "1 Analytical Way",
        line2: null,
        city: "London",
        state: null,
        postal_code: "N1 9GU",
        country: "GB",
      },
    },
    ...changes,
  });
}
