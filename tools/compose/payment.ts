/**
 * Takes a payment and gives a part of it back, and the same key again changes nothing; prints what it found as JSON.
 * Run in the network of the engine: node payment.ts BASE_URL API_KEY
 */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

const [baseUrl = "", apiKey = ""] = process.argv.slice(2);
const REFUND_WITHIN_MS = 60_000;

async function ask(path: string, body?: object, key: string = randomUUID()) {
  const response = await fetch(`${baseUrl}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      authorization: `Bearer ${apiKey}`,
      "content-type": "application/json",
      ...(body === undefined ? {} : { "idempotency-key": key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer: Record<string, unknown> = JSON.parse(await response.text());
  return { status: response.status, body: answer };
}

const card = {
  number: "4111111111111111",
  exp_month: 12,
  exp_year: 2034,
  cvc: "123",
  holder_name: "Ada Lovelace",
};
const payment = {
  amount: 4_999,
  currency: "EUR",
  payment_method_data: { type: "card", card },
  customer_ip_address: "203.0.113.7",
  merchant_customer_id: "customer-1",
  return_url: "https://shop.example/return",
};
const key = randomUUID();
const paid = await ask("/v1/payments", payment, key);
const again = await ask("/v1/payments", payment, key);
const id = String(paid.body["id"]);
const refunded = await ask("/v1/refunds", { payment_id: id, amount: 1_200, reason: "returned" });
const until = performance.now() + REFUND_WITHIN_MS;
let amount: unknown = 0;
while (amount !== 1_200 && performance.now() < until) {
  await pause(250);
  amount = (await ask(`/v1/payments/${id}`)).body["amount_refunded"];
}
const health = await ask("/v1/health");
process.stdout.write(
  JSON.stringify({
    paid: [paid.status, paid.body["status"]],
    same: again.body["id"] === id,
    refund: refunded.status,
    amountRefunded: amount,
    health: health.body["status"],
  }),
);
