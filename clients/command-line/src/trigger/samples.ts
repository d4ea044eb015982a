import type { HostedPaymentCreate, PaymentCreate, PayoutCreate, RefundCreate } from "@flowlix/client";

/**
 * Bodies of creates that succeed in Sandbox (docs/site/testing.md): the amount decides, in any currency that is
 * accepted (`Client.testCurrency`).
 */
const CUSTOMER = { merchant_customer_id: "customer-1", return_url: "https://shop.example/return" };

export const samplePayment = (currency: string, amount = 4999): PaymentCreate => ({
  amount,
  currency,
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
  ...CUSTOMER,
});

export const sampleHostedPayment = (currency: string, amount = 4999): HostedPaymentCreate => ({
  amount,
  currency,
  ...CUSTOMER,
});

export const sampleRefund = (paymentId: string, amount: number): RefundCreate => ({
  payment_id: paymentId,
  amount,
  reason: "requested by the customer",
});

export const samplePayout = (currency: string, amount = 4999): PayoutCreate => ({
  amount,
  currency,
  destination: { card_number: "4111111111111111" },
  initiator_ip_address: "203.0.113.7",
  recipient: { country: "PL", first_name: "Ada", last_name: "Nowak" },
});
