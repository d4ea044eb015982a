// Save it as refund.mts. Node 22.18 or newer: node refund.mts; an older one: npx tsx refund.mts
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

const { FLOWLIX_URL, FLOWLIX_KEY, PAYMENT_ID } = process.env;
const Authorization = `Bearer ${FLOWLIX_KEY}`;

const response = await fetch(`${FLOWLIX_URL}/v1/refunds`, {
  method: "POST",
  headers: { Authorization, "Idempotency-Key": randomUUID(), "Content-Type": "application/json" },
  body: JSON.stringify({ payment_id: PAYMENT_ID, amount: 1200, reason: "returned" }),
});
let refund = await response.json();
if (!response.ok) throw new Error(`${refund.error.code}: ${refund.error.message}`);

// Better than asking again: let a webhook tell you.
while (refund.status === "PENDING" || refund.status === "PROCESSING") {
  await pause(1_000);
  refund = await (
    await fetch(`${FLOWLIX_URL}/v1/refunds/${refund.id}`, { headers: { Authorization } })
  ).json();
}
console.log(refund.id, refund.status, refund.failure?.code ?? "");
