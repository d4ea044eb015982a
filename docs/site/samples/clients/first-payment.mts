// Save it as first-payment.mts. Node 22.18 or newer: node first-payment.mts; an older one: npx tsx first-payment.mts
import { Flowlix, isFlowlixError } from "@flowlix/client";

const flowlix = new Flowlix(); // of FLOWLIX_URL and FLOWLIX_KEY

try {
  const payment = await flowlix.payments.create({
    amount: 4999, // 49.99 EUR
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
  });
  console.log(payment.id, payment.status); // a refund needs the id
} catch (error) {
  if (!isFlowlixError(error)) throw error;
  console.error(error.code, error.message);
}
