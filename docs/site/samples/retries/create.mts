// Save it as create.mts. Node 22.18 or newer: node create.mts; an older one: npx tsx create.mts
import { setTimeout as pause } from "node:timers/promises";

const { FLOWLIX_URL, FLOWLIX_KEY } = process.env;
const TRIES_MAX = 8;
/** Longer than the platform takes for an answer of its own: 25 s, 28 s at most. */
const ANSWER_MS = 30_000;

/** After these the same request is sent again with the same key; everything else is corrected first. */
const isPassing = (status: number, code?: string) =>
  status === 429 || status >= 500 || code === "idempotency_key_in_use" || code === "object_state_conflict";

/**
 * Sends a create until it is answered. The key stays the same for all tries, so nothing is made twice;
 * it is made and stored by the caller, together with the order, before the first try.
 */
export async function create(path: string, body: object, key: string) {
  for (let tries = 1; ; tries += 1) {
    let waitS = Math.min(2 ** (tries - 1), 10) * (0.5 + Math.random() / 2);
    try {
      const response = await fetch(`${FLOWLIX_URL}${path}`, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${FLOWLIX_KEY}`,
          "Idempotency-Key": key,
          "Content-Type": "application/json",
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      const answer = await response.json();
      if (response.ok) return answer;
      const { code, message } = answer.error ?? {};
      if (!isPassing(response.status, code) || tries === TRIES_MAX)
        throw Object.assign(new Error(`${code}: ${message}`), { code, final: true });
      waitS = Math.max(waitS, Number(response.headers.get("retry-after") ?? 0));
    } catch (error) {
      // No answer, or one that was cut off: the object may exist, so only the same key may follow.
      if ((error as { final?: true }).final || tries === TRIES_MAX) throw error;
    }
    await pause(waitS * 1_000);
  }
}

const payment = await create(
  "/v1/payments/hpp",
  {
    amount: 4999,
    currency: "EUR",
    merchant_customer_id: "customer-1",
    return_url: "https://shop.example/return",
  },
  process.env.ORDER_KEY ?? "order-1234-payment-1",
);
console.log(payment.id, payment.status);
