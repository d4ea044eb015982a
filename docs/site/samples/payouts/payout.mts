// Save it as payout.mts. Node 22.18 or newer: node payout.mts; an older one: npx tsx payout.mts
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

const { FLOWLIX_URL, FLOWLIX_KEY } = process.env;
const Authorization = `Bearer ${FLOWLIX_KEY}`;

const response = await fetch(`${FLOWLIX_URL}/v1/payouts`, {
  method: "POST",
  headers: { Authorization, "Idempotency-Key": randomUUID(), "Content-Type": "application/json" },
  body: JSON.stringify({
    amount: 4999,
    currency: "EUR",
    destination: { card_number: "4111111111111111" },
    initiator_ip_address: "203.0.113.7",
    recipient: { country: "PL", first_name: "Łucja", last_name: "Nowak" },
  }),
});
let payout = await response.json();
if (!response.ok) throw new Error(`${payout.error.code}: ${payout.error.message}`);

// Better than asking again: let a webhook tell you.
while (payout.status === "PENDING" || payout.status === "PROCESSING") {
  await pause(1_000);
  payout = await (
    await fetch(`${FLOWLIX_URL}/v1/payouts/${payout.id}`, { headers: { Authorization } })
  ).json();
}
console.log(payout.id, payout.status, payout.failure_code ?? "");
