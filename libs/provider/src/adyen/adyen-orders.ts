import type { ProviderAdapter } from "../adapter.ts";
import type { Instrument } from "@flowlix/cards";
import type { Order } from "../order.ts";
import type { Outcome } from "../outcome.ts";
import type { ProviderCall, Reply } from "../reply.ts";
import type { AdyenApi } from "./adyen-http.ts";
import {
  authorisedIdOf,
  CANCELLATIONS_MAX,
  readOrderOf,
  refusedCancellations,
  refusedReversals,
  reversedOf,
} from "./evidence-reading.ts";
import { idempotencyKeyOf } from "./idempotency-key.ts";
import { paymentReply } from "./outcomes.ts";
import { healthy, notExecuted, unansweredReply } from "./reading.ts";
import { cancelRequest, detailsRequest, paymentRequest, reversalRequest } from "./requests.ts";
import type { AdyenSettings } from "./settings.ts";
import type { WireShapes } from "./wire.ts";

/** The parameter that Adyen adds to the return URL, and that `/payments/details` wants. */
export const REDIRECT_RESULT = "redirectResult";

type Asked = Required<
  Pick<ProviderAdapter, "registerOrder" | "registerAndAuthorise" | "authorise" | "completeAction">
>;
type Evidenced = Pick<ProviderAdapter, "readOrder" | "closeOrder" | "reverseOrder">;

/**
 * Payments over Checkout. Adyen has no call that reads one. It reports what becomes of it by webhooks, and reads are
 * answered from the webhooks that were kept (docs/decisions/0107-adyen-by-evidence.md).
 */
export const createAdyenOrders = (
  checkout: AdyenApi,
  shapes: WireShapes,
  settings: AdyenSettings,
): Asked & Evidenced => ({
  ...createPaying(checkout, shapes, settings),
  ...createEnding(checkout, shapes, settings.merchant_account),
});

/** Taking money: the payment, and the return of its payer. */
function createPaying(checkout: AdyenApi, { isPayment }: WireShapes, settings: AdyenSettings): Asked {
  async function authorise(
    order: Order,
    instrument: Instrument,
    call: ProviderCall,
  ): Promise<Reply<Outcome>> {
    const reading = await checkout.post({
      over: "submissions",
      path: "/payments",
      body: paymentRequest(order, instrument, settings),
      // A key that was answered with a refusal replays it, or clashes with another card.
      idempotencyKey: idempotencyKeyOf("authorise", order.reference, order.again),
      isShape: isPayment,
      call,
    });
    return paymentReply(reading, order, call);
  }

  return {
    // Never asked: `POST /payments` does both.
    registerOrder: async () => healthy(notExecuted("error")),
    registerAndAuthorise: authorise,
    authorise,
    async completeAction(order, returned, call) {
      const redirectResult = returned[REDIRECT_RESULT];
      if (redirectResult === undefined) return healthy(notExecuted("error"));
      const reading = await checkout.post({
        over: "submissions",
        path: "/payments/details",
        body: detailsRequest(redirectResult),
        idempotencyKey: idempotencyKeyOf("details", order.reference, redirectResult),
        isShape: isPayment,
        call,
      });
      return paymentReply(reading, order, call);
    },
  };
}

/** Reading how a payment ended, and ending it. */
function createEnding(checkout: AdyenApi, { isReceived }: WireShapes, merchantAccount: string): Evidenced {
  return {
    readOrder: async (order, _call, evidence) => healthy(readOrderOf(order, evidence)),

    async closeOrder(order, call, evidence) {
      const known = readOrderOf(order, evidence);
      // A card that was authorised during the closing may be so since the last cancellation was refused.
      if (known.kind !== "absent" && known.kind !== "in_progress") return healthy(known);
      const refusals = refusedCancellations(order, evidence);
      if (refusals >= CANCELLATIONS_MAX) return healthy(known);
      const reading = await checkout.post({
        over: "reads",
        path: "/cancels",
        body: cancelRequest(order, merchantAccount),
        // A key that was answered once replays that answer: after a refusal it would cancel nothing.
        idempotencyKey: idempotencyKeyOf("cancel", order.reference, String(refusals)),
        isShape: isReceived,
        call,
      });
      // Received is not done: TECHNICAL_CANCEL says what came of it.
      return reading.kind === "said" ? healthy(known) : unansweredReply(reading);
    },

    async reverseOrder(order, call, evidence = []) {
      const known = reversedOf(order, evidence);
      if (known !== "unknown") return healthy(known);
      // The Payment has the acquirer's id of its last card alone. An earlier card's id is in its webhook.
      const acquirerId = authorisedIdOf(order, evidence);
      if (acquirerId === undefined) return healthy("unknown");
      const reading = await checkout.post({
        over: "reads",
        path: `/payments/${encodeURIComponent(acquirerId)}/reversals`,
        body: reversalRequest(order, merchantAccount),
        idempotencyKey: idempotencyKeyOf("reverse", order.reference, refusedReversals(order, evidence)),
        isShape: isReceived,
        call,
      });
      // Received is not done: CANCEL_OR_REFUND says what came of it, and the next read shows it.
      return reading.kind === "said"
        ? healthy("unknown")
        : { outcome: "unknown", providerAtFault: unansweredReply(reading).providerAtFault };
    },
  };
}
