import { randomUUID } from "node:crypto";
import { FIRST_PAYMENT } from "../../../services/standalone/src/banner.ts";

export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Payer {
  readonly publicUrl: string;
  readonly apiKey: string;
}

/** A Direct card payment with a fresh key unless named. */
export async function pay(
  payer: Payer,
  { amount = FIRST_PAYMENT.amount, key }: { amount?: number; key?: string } = {},
): Promise<Answer> {
  const body = { ...FIRST_PAYMENT, amount };
  return await create(payer, "/v1/payments", key === undefined ? { body } : { body, key });
}

async function create(
  { publicUrl, apiKey }: Payer,
  path: string,
  { body, key = randomUUID() }: { readonly body: object; readonly key?: string },
): Promise<Answer> {
  const response = await fetch(`${publicUrl}${path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${apiKey}`,
      "idempotency-key": key,
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
  return await answerOf(response);
}

/** Links that were handed out: to a challenge at the acquirer, and to a hosted page. */
export async function handedOut(payer: Payer): Promise<readonly string[]> {
  const challenged = await pay(payer, { amount: 103_000 });
  const { amount, currency, merchant_customer_id, return_url } = FIRST_PAYMENT;
  const hosted = await create(payer, "/v1/payments/hpp", {
    body: { amount, currency, merchant_customer_id, return_url },
  });
  return [challenged, hosted].map(({ body }) => String(Object(body["next_action"]).redirect_url));
}

export async function refund(payer: Payer, paymentId: string, amount: number): Promise<Answer> {
  return await create(payer, "/v1/refunds", { body: { payment_id: paymentId, amount, reason: "returned" } });
}

export async function readPayment({ publicUrl, apiKey }: Payer, id: string): Promise<Answer> {
  return await answerOf(
    await fetch(`${publicUrl}/v1/payments/${id}`, { headers: { authorization: `Bearer ${apiKey}` } }),
  );
}

async function answerOf(response: Response): Promise<Answer> {
  const body: unknown = await response.json();
  return { status: response.status, body: Object.fromEntries(Object.entries(Object(body))) };
}
