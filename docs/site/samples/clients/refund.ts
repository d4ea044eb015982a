// Node 22.18 or newer runs this as it is: node refund.ts; an older one: npx tsx refund.ts
import { Flowlix } from "@flowlix/client";

const flowlix = new Flowlix();

const refund = await flowlix.refunds.create({
  payment_id: process.env["PAYMENT_ID"] ?? "",
  amount: 1200,
  reason: "returned",
});
console.log((await flowlix.refunds.wait(refund.id)).status);
