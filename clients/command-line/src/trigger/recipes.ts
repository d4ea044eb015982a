import type { Client } from "../api/client.ts";
import type { ApiObject } from "../api/objects.ts";
import { samplePayment, samplePayout, sampleRefund } from "./samples.ts";

/** What makes an event happen in Sandbox. Answers what was made, that which the event is about last. */
export interface Recipe {
  readonly type: string;
  readonly summary: string;
  readonly make: (client: Client) => Promise<readonly ApiObject[]>;
}

async function makePayment(client: Client, amount: number) {
  const body = samplePayment(await client.testCurrency("payments"), amount);
  return client.create((api, call) => api.payments.create(body, call));
}

const payment = (amount: number) => async (client: Client) => [await makePayment(client, amount)];

const payout = (amount: number) => async (client: Client) => {
  const body = samplePayout(await client.testCurrency("payouts"), amount);
  return [await client.create((api, call) => api.payouts.create(body, call))];
};

/** The amount of the Refund decides, so the Payment is bigger and has none that is special. */
const refund = (amount: number) => async (client: Client) => {
  const paid = await makePayment(client, 200_000);
  const body = sampleRefund(paid.id, amount);
  return [paid, await client.create((api, call) => api.refunds.create(body, call))];
};

/** One for each type of event, with the amounts that lead there (docs/site/testing.md). */
export const RECIPES: readonly Recipe[] = [
  { type: "payment.requires_action", summary: "a Payment that asks for 3D Secure", make: payment(103_000) },
  {
    type: "payment.processing",
    summary: "a Payment that is processed for five seconds",
    make: payment(104_000),
  },
  { type: "payment.succeeded", summary: "a Payment that is paid", make: payment(4_999) },
  {
    type: "payment.failed",
    summary: "a Payment that is declined: insufficient_funds",
    make: payment(100_051),
  },
  {
    type: "payment.expired",
    summary: "a Payment whose 3D Secure nobody passes; takes 15 s",
    make: payment(103_098),
  },
  {
    type: "refund.processing",
    summary: "a Payment, and a Refund of it that is under way",
    make: refund(1_200),
  },
  { type: "refund.succeeded", summary: "a Payment, and a Refund of it that comes off", make: refund(1_200) },
  { type: "refund.failed", summary: "a Payment, and a Refund of it that fails", make: refund(100_051) },
  { type: "payout.pending", summary: "a Payout that is accepted and waits", make: payout(106_001) },
  { type: "payout.processing", summary: "a Payout that is under way", make: payout(4_999) },
  { type: "payout.succeeded", summary: "a Payout that comes off at once", make: payout(106_000) },
  { type: "payout.failed", summary: "a Payout that fails: insufficient_funds", make: payout(100_051) },
];

export const EVENT_TYPES: readonly string[] = RECIPES.map(({ type }) => type);
