// Save it as refund.mts. Node 22.18 or newer: node refund.mts; an older one: npx tsx refund.mts
// The payment printed its id; first: export PAYMENT_ID=pay_…
import { Flowlix } from "@flowlix/client";

const flowlix = new Flowlix();

const refund = await flowlix.refunds.create({
  payment_id: process.env["PAYMENT_ID"] ?? "",
  amount: 1200,
  reason: "returned",
});
console.log((await flowlix.refunds.wait(refund.id)).status);
