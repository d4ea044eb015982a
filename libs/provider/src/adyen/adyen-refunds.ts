import type { RefundOrder } from "../order.ts";
import type { TransferOutcome } from "../outcome.ts";
import type { Reply } from "../reply.ts";
import type { RefundAdapter } from "../transfer-adapter.ts";
import type { AdyenApi } from "./adyen-http.ts";
import { readRefundOf } from "./evidence-reading.ts";
import { idempotencyKeyOf } from "./idempotency-key.ts";
import {
  amountContradiction,
  atFault,
  contradicting,
  healthy,
  notExecuted,
  refusedReply,
} from "./reading.ts";
import { refundRequest } from "./requests.ts";
import type { WireReceived, WireShapes } from "./wire.ts";

/** Refunds over Checkout: accepted at once, their result told by webhooks. */
export function createAdyenRefunds(
  checkout: AdyenApi,
  { isReceived }: WireShapes,
  merchantAccount: string,
): RefundAdapter {
  return {
    async submit(refund, call) {
      const { chargeAcquirerId } = refund;
      // A refund is addressed by Adyen's id of the charge and by nothing else.
      if (chargeAcquirerId === undefined) return healthy(notExecuted("error"));
      const reading = await checkout.post({
        over: "submissions",
        path: `/payments/${encodeURIComponent(chargeAcquirerId)}/refunds`,
        body: refundRequest(refund, merchantAccount),
        idempotencyKey: idempotencyKeyOf("refund", refund.reference),
        isShape: isReceived,
        call,
      });
      return reading.kind === "said"
        ? receivedReply(reading.said, refund, chargeAcquirerId)
        : refusedReply(reading, call);
    },
    read: async (refund, _call, evidence) => healthy(readRefundOf(refund, evidence)),
    // Nothing can be closed: what was received is on its way.
    close: async (refund, _call, evidence) => healthy(readRefundOf(refund, evidence)),
  };
}

/** Received and no more, of this refund, this amount and this charge. */
function receivedReply(said: WireReceived, refund: RefundOrder, charge: string): Reply<TransferOutcome> {
  if (said.reference !== undefined && said.reference !== refund.reference)
    return atFault(contradicting("reference"));
  if (said.paymentPspReference !== undefined && said.paymentPspReference !== charge)
    return atFault(contradicting("charge"));
  const contradicts = said.amount === undefined ? undefined : amountContradiction(said.amount, refund);
  if (contradicts !== undefined) return atFault(contradicting(contradicts));
  return healthy({ kind: "in_progress", stage: "processing", acquirerId: said.pspReference });
}
