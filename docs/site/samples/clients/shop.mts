// Save it as shop.mts. Node 22.18 or newer: node shop.mts; an older one: npx tsx shop.mts
import { randomUUID } from "node:crypto";
import { Flowlix } from "@flowlix/client";

const flowlix = new Flowlix();
const order = { id: randomUUID(), amount: 4999 }; // a row of your database

const payment = await flowlix.payments.createHosted(
  {
    amount: order.amount,
    currency: "EUR",
    description: "Two tickets",
    merchant_customer_id: "customer-1",
    return_url: `https://shop.example/orders/${order.id}`,
  },
  // The order and the number of the try: a double click makes no second Payment.
  { idempotencyKey: `${order.id}-1` },
);
// Keep payment.id with the order, then send the customer's browser to:
console.log(payment.next_action?.redirect_url);
