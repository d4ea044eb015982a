import { randomUUID } from "node:crypto";
import { FIRST_PAYMENT } from "../../src/banner.ts";

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
  { publicUrl, apiKey }: Payer,
  { amount = FIRST_PAYMENT.amount, key = randomUUID() }: { amount?: number; key?: string } = {},
): Promise<Answer> {
  const response = await fetch(`${publicUrl}/v1/payments`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${apiKey}`,
      "idempotency-key": key,
      "content-type": "application/json",
    },
    body: JSON.stringify({ ...FIRST_PAYMENT, amount }),
  });
  return await answerOf(response);
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
