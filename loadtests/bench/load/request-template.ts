import { randomBytes } from "node:crypto";

/**
 * Amounts stay below the first amount that decides an outcome (docs/design/decisions.md#sandbox) and keep one width.
 */
const AMOUNT_MIN = 10_000;
const AMOUNT_SPAN = 90_000;

const SERIAL_DIGITS = 12;
const API_KEY_PLACE = "\u0001".repeat("api_test_sk_".length + 32);
const SERIAL_PLACE = "\u0002".repeat(SERIAL_DIGITS);
const AMOUNT_PLACE = "\u0003".repeat(5);

/**
 * One whole HTTP request as bytes, in which only three places of fixed width change: API key,
 * Idempotency-Key and amount. Nothing is built or encoded while load is on: the generator shares the
 * processors with what it measures.
 */
export interface RequestTemplate {
  readonly bytes: Buffer;
  readonly apiKeyAt: number;
  readonly serialAt: number;
  readonly amountAt: number;
}

/** @param host the value of the Host header, `name:port` */
export function directPaymentTemplate(host: string): RequestTemplate {
  const body = JSON.stringify({
    amount: 0,
    currency: "EUR",
    payment_method_data: {
      type: "card",
      card: {
        number: "4242424242424242",
        exp_month: 12,
        exp_year: 2039,
        cvc: "123",
        holder_name: "Ada Lovelace",
      },
    },
    customer_ip_address: "203.0.113.7",
    merchant_customer_id: "customer-8271",
    return_url: "https://shop.example/orders/8271/return",
    merchant_reference: 1_234_567_890,
    billing_details: {
      email: "ada@shop.example",
      first_name: "Ada",
      last_name: "Lovelace",
      address: { line1: "12 St James Square", city: "London", postal_code: "SW1Y 4JH", country: "GB" },
    },
    description: "Order 8271",
  }).replace(`"amount":0`, `"amount":${AMOUNT_PLACE}`);
  const run = randomBytes(6).toString("hex");
  const head = [
    "POST /v1/payments HTTP/1.1",
    `Host: ${host}`,
    `Authorization: Bearer ${API_KEY_PLACE}`,
    `Idempotency-Key: bench-${run}-${SERIAL_PLACE}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "",
    "",
  ].join("\r\n");
  const bytes = Buffer.from(head + body, "latin1");
  return {
    bytes,
    apiKeyAt: bytes.indexOf(API_KEY_PLACE),
    serialAt: bytes.indexOf(SERIAL_PLACE),
    amountAt: bytes.indexOf(AMOUNT_PLACE),
  };
}

/** The amount, in minor units, of the request with this serial number. */
export function amountOf(serial: number): number {
  return AMOUNT_MIN + (serial % AMOUNT_SPAN);
}

/** Writes one request's own values into a connection's copy of the template. */
export function fillRequest(template: RequestTemplate, into: Buffer, apiKey: Buffer, serial: number): void {
  apiKey.copy(into, template.apiKeyAt);
  writeDigits(into, template.serialAt, SERIAL_DIGITS, serial);
  writeDigits(into, template.amountAt, AMOUNT_PLACE.length, amountOf(serial));
}

function writeDigits(into: Buffer, at: number, width: number, value: number): void {
  let rest = value;
  for (let i = at + width - 1; i >= at; i -= 1) {
    into[i] = 48 + (rest % 10);
    rest = Math.floor(rest / 10);
  }
}
