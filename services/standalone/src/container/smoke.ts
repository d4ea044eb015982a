import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { askHttp } from "@flowlix/runtime";
import { FIRST_PAYMENT } from "../banner.ts";
import { testCurrencies } from "../test-currencies.ts";

export interface SmokeOptions {
  /** The API's address. */
  readonly url: string;
  /** A Sandbox key that may do everything; never said. */
  readonly key: string;
  readonly say: (line: string) => void;
  /** Milliseconds for the platform to be whole, and as many for the refund. */
  readonly withinMs?: number;
}

interface Answer {
  readonly status: number;
  readonly replayed: boolean;
  readonly body: Readonly<Record<string, unknown>>;
}

const WITHIN_MS = 60_000;
const ASK_AGAIN_MS = 500;
const CALL_MS = 30_000;

/**
 * Health, a payment, the same request again, half a refund, and the refunded payment, each said in a line.
 * Errors: what was not as the specification promises, without the key.
 */
export async function smokeTest(options: SmokeOptions): Promise<string> {
  const { say } = options;
  await eventually(options, "the platform is not whole", async () => {
    const { status, body } = await call(options, "GET", "/v1/health");
    return status === 200 && body["status"] === "ok"
      ? undefined
      : `/v1/health answers ${status} ${said(body)}`;
  });
  say("ok: the platform is whole");
  const idempotencyKey = randomUUID();
  const { payments: currency } = await testCurrencies(options.url, options.key);
  const body = { ...FIRST_PAYMENT, currency };
  const pay = () => call(options, "POST", "/v1/payments", { body, idempotencyKey });
  const payment = await pay();
  const { id } = payment.body;
  if (payment.status !== 201 || payment.body["status"] !== "SUCCEEDED" || typeof id !== "string")
    throw new Error(`the payment answers ${payment.status} ${said(payment.body)}`);
  say(`ok: ${id} succeeded`);
  const again = await pay();
  if (!again.replayed || again.body["id"] !== id)
    throw new Error(
      `the same request again answers ${again.status} with ${String(again.body["id"])}, not ${id}`,
    );
  say("ok: the same request again is the same payment");
  await refund(options, id);
  return "a payment was made and refunded";
}

async function refund(options: SmokeOptions, paymentId: string): Promise<void> {
  const amount = Math.floor(FIRST_PAYMENT.amount / 2);
  const refunded = await call(options, "POST", "/v1/refunds", {
    body: { payment_id: paymentId, amount, reason: "smoke test" },
    idempotencyKey: randomUUID(),
  });
  if (refunded.status !== 201)
    throw new Error(`the refund answers ${refunded.status} ${said(refunded.body)}`);
  await eventually(options, "the refund does not show", async () => {
    const { status, body } = await call(options, "GET", `/v1/payments/${paymentId}`);
    if (status === 200 && body["amount_refunded"] === amount) return undefined;
    return `the payment answers ${status}, with amount_refunded ${String(body["amount_refunded"])} of ${amount}`;
  });
  options.say(`ok: ${amount} of it was refunded`);
}

async function eventually(
  { withinMs = WITHIN_MS }: SmokeOptions,
  problem: string,
  ask: () => Promise<string | undefined>,
): Promise<void> {
  const until = performance.now() + withinMs;
  for (;;) {
    const missing = await ask().catch((error: unknown) =>
      error instanceof Error ? error.message : "no answer",
    );
    if (missing === undefined) return;
    if (performance.now() >= until) throw new Error(`${problem} after ${withinMs / 1000} s: ${missing}`);
    await pause(ASK_AGAIN_MS);
  }
}

async function call(
  { url, key }: SmokeOptions,
  method: "GET" | "POST",
  path: string,
  { body, idempotencyKey }: { readonly body?: object; readonly idempotencyKey?: string } = {},
): Promise<Answer> {
  const { status, headers, text } = await askHttp(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    timeoutMs: CALL_MS,
  });
  const answer: unknown = JSON.parse(text);
  return {
    status,
    replayed: headers["idempotent-replayed"] === "true",
    body: Object.fromEntries(Object.entries(Object(answer))),
  };
}

/** An error of the platform in its own words; nothing of a request. */
const said = (body: Answer["body"]): string => JSON.stringify(body).slice(0, 300);
