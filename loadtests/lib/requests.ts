import { CARDS } from "../data/amounts.ts";
import type { Create } from "./api.ts";
import { pick } from "./random.ts";
import type { Actor } from "./session.ts";

const CURRENCIES = ["EUR", "EUR", "GBP"] as const;
/** Where payers are sent back to; nobody goes there. */
export const RETURN_URL = "https://shop.example/return";

export function directPayment(actor: Actor, step: number, amount: number): Create {
  const card = {
    number: pick(CARDS, actor.random(step + 20)),
    exp_month: 12,
    exp_year: 2039,
    cvc: "123",
    holder_name: "Ada Lovelace",
  };
  return {
    of: "payment",
    name: "create_payment",
    path: "/v1/payments",
    step,
    body: {
      amount,
      currency: pick(CURRENCIES, actor.random(step + 40)),
      payment_method_data: { type: "card", card },
      customer_ip_address: "203.0.113.7",
      merchant_customer_id: `customer-${Math.floor(actor.random(step + 60) * 10_000)}`,
      return_url: RETURN_URL,
      billing_details: { email: "ada@shop.example", first_name: "Ada", last_name: "Lovelace" },
      description: `Load ${actor.reference(step)}`,
    },
  };
}

export function walletPayment(actor: Actor, step: number, amount: number): Create {
  const data = {
    card: { number: "4895370012003478", exp_month: 12, exp_year: 2039 },
    cryptogram: "AgAAAAAABk4DWZ4C28yUQAAAAAA=",
    eci: "05",
  };
  const direct = directPayment(actor, step, amount);
  const method = { type: "apple_pay", apple_pay: { format: "decrypted", data } };
  return { ...direct, name: "create_wallet_payment", body: { ...direct.body, payment_method_data: method } };
}

export function hostedPayment(actor: Actor, step: number, amount: number): Create {
  return {
    of: "payment",
    name: "create_hosted_payment",
    path: "/v1/payments/hpp",
    step,
    body: {
      amount,
      currency: "EUR",
      merchant_customer_id: `customer-${Math.floor(actor.random(step + 60) * 10_000)}`,
      return_url: RETURN_URL,
      description: "Two chairs",
    },
  };
}

export function refundOf(step: number, paymentId: string, amount: number): Create {
  return {
    of: "refund",
    name: "create_refund",
    path: "/v1/refunds",
    step,
    body: { payment_id: paymentId, amount, reason: "returned" },
  };
}

const PAYOUT_CURRENCIES = ["EUR", "GBP", "USD", "PLN"] as const;
const NAMES = ["Nowak", "Kowalska", "Lovelace", "Müller"] as const;

export function payout(actor: Actor, step: number, amount: number): Create {
  return {
    of: "payout",
    name: "create_payout",
    path: "/v1/payouts",
    step,
    body: {
      amount,
      currency: pick(PAYOUT_CURRENCIES, actor.random(step + 20)),
      destination: { card_number: pick(CARDS, actor.random(step + 40)) },
      initiator_ip_address: "203.0.113.7",
      recipient: { country: "PL", first_name: "Ada", last_name: pick(NAMES, actor.random(step + 60)) },
    },
  };
}
