import type { DirectPaymentRequest } from "../../payment.ts";
import type { HostedPaymentRequest } from "../../hosted-payment.ts";
import type { PayoutRequest } from "../../payout.ts";
import type { RefundRequest } from "../../refund.ts";
import type { WebhookEndpointRequest, WebhookEndpointUpdate } from "../../webhook-requests.ts";
import { PAYMENT_ID } from "./objects.ts";

const shared = {
  amount: 4999,
  currency: "EUR",
  customer_ip_address: "203.0.113.7",
  merchant_customer_id: "customer-1",
  return_url: "https://shop.example/return",
  merchant_reference: 1_000_000_042,
  description: "Order 42",
};

const CRYPTOGRAM = "AgAAAAAABk4DWZ4C28yUQAAAAAA=";
const card = { number: "4111111111111111", exp_month: 12, exp_year: 2034 };

const browser = {
  accept_header: "text/html,application/xhtml+xml",
  javascript_enabled: true,
  screen_width: 1920,
  screen_height: 1080,
  color_depth: 24,
  user_agent: "Mozilla/5.0",
  language: "en-GB",
  time_zone_offset: -60,
  java_enabled: false,
};

export const DIRECT_PAYMENTS = {
  card: {
    ...shared,
    payment_method_data: { type: "card", card: { ...card, cvc: "123", holder_name: "Ada Lovelace" } },
    browser_information: browser,
    billing_details: {
      email: "ada@shop.example",
      first_name: "Ada",
      last_name: "Lovelace",
      phone: "+442079460018",
      address: { line1: "1 High Street", city: "London", postal_code: "N1 1AA", country: "GB" },
    },
  },
  applePay: {
    ...shared,
    payment_method_data: {
      type: "apple_pay",
      apple_pay: { format: "decrypted", data: { card, cryptogram: CRYPTOGRAM, eci: "05" } },
    },
  },
  googlePay: {
    ...shared,
    payment_method_data: {
      type: "google_pay",
      google_pay: {
        format: "decrypted",
        data: { auth_method: "CRYPTOGRAM_3DS", card, cryptogram: CRYPTOGRAM, eci: "05" },
      },
    },
  },
  googlePayPanOnly: {
    ...shared,
    payment_method_data: {
      type: "google_pay",
      google_pay: { format: "decrypted", data: { auth_method: "PAN_ONLY", card } },
    },
    browser_information: browser,
  },
} satisfies Record<string, DirectPaymentRequest>;

export const HOSTED_PAYMENT = shared satisfies HostedPaymentRequest;

export const REFUND = {
  payment_id: PAYMENT_ID,
  amount: 1500,
  reason: "Returned goods",
} satisfies RefundRequest;

export const PAYOUT = {
  amount: 2500,
  currency: "EUR",
  merchant_reference: 1_000_000_043,
  destination: { card_number: "4111111111111111" },
  initiator_ip_address: "203.0.113.7",
  recipient: { country: "FR", first_name: "Ada", last_name: "Lovelace" },
} satisfies PayoutRequest;

const home = { line1: "1 rue de Rivoli", city: "Paris", postal_code: "75001", country: "FR" };

/** With what acquirers of some countries ask for. */
export const PAYOUT_IN_FULL = {
  ...PAYOUT,
  destination: { ...PAYOUT.destination, exp_month: 12, exp_year: 2034 },
  recipient: { ...PAYOUT.recipient, address: home },
  sender: {
    first_name: "Charles",
    last_name: "Babbage",
    address: { line1: "1 Dorset Street", city: "London", postal_code: "W1U 4EE", country: "GB" },
  },
} satisfies PayoutRequest;

export const ENDPOINT = {
  url: "https://shop.example/webhooks",
  enabled_events: ["*"],
  description: "Shop",
} satisfies WebhookEndpointRequest;

export const ENDPOINT_UPDATE = {
  enabled_events: ["payment.succeeded", "payment.failed"],
} satisfies WebhookEndpointUpdate;
