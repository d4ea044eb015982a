// Save it as pay.mts. Node 22.18 or newer: node pay.mts; an older one: npx tsx pay.mts
import { randomUUID } from "node:crypto";

const { FLOWLIX_URL, FLOWLIX_KEY } = process.env;

const response = await fetch(`${FLOWLIX_URL}/v1/payments`, {
  method: "POST",
  headers: {
    Authorization: `Bearer ${FLOWLIX_KEY}`,
    "Idempotency-Key": randomUUID(), // Keep it with your order before you send.
    "Content-Type": "application/json",
  },
  body: JSON.stringify({
    amount: 4999,
    currency: "EUR",
    payment_method_data: {
      type: "card",
      card: {
        number: "4111111111111111",
        exp_month: 12,
        exp_year: 2034,
        cvc: "123",
        holder_name: "Ada Lovelace",
      },
    },
    customer_ip_address: "203.0.113.7",
    merchant_customer_id: "customer-1",
    return_url: "https://shop.example/return",
  }),
});

const payment = await response.json();
if (!response.ok) throw new Error(`${payment.error.code}: ${payment.error.message}`);
console.log(payment.id, payment.status);
