// Save it as pay.mts. Node 22.18 or newer: node pay.mts; an older one: npx tsx pay.mts
import { randomUUID } from "node:crypto";

const { FLOWLIX_URL, FLOWLIX_KEY } = process.env;

const response = await fetch(`${FLOWLIX_URL}/v1/payments/hpp`, {
  method: "POST",
  headers: {
    Authorization: `Bearer ${FLOWLIX_KEY}`,
    "Idempotency-Key": randomUUID(),
    "Content-Type": "application/json",
  },
  body: JSON.stringify({
    amount: 4999,
    currency: "EUR",
    description: "Two tickets",
    merchant_customer_id: "customer-1",
    return_url: "https://shop.example/return",
  }),
});

const payment = await response.json();
if (!response.ok) throw new Error(`${payment.error.code}: ${payment.error.message}`);
// Keep payment.id with the order, then answer your customer's browser with a redirect:
console.log(payment.next_action.redirect_url);
