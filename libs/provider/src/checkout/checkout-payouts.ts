import type { ProviderCall, Reply } from "../reply.ts";
import type { OrderRef } from "../order.ts";
import type { TransferRead } from "../outcome.ts";
import type { PayoutAdapter } from "../transfer-adapter.ts";
import type { CheckoutTransfersOptions } from "./checkout-refunds.ts";
import { idempotencyKeyOf } from "./idempotency-key.ts";
import { healthy, payoutReply, payoutStateOf, replyAbout, wantsActions } from "./outcomes.ts";
import { contradictionOf } from "./reading.ts";
import { payoutRequestOf } from "./requests.ts";
import type { CheckoutSettings } from "./settings.ts";
import { submittedOrLost } from "./submitted-or-lost.ts";

export interface CheckoutPayoutsOptions extends CheckoutTransfersOptions {
  readonly settings: CheckoutSettings;
}

/** Payouts to cards: payments the other way round, under the same path. */
export function createCheckoutPayouts({
  http,
  shapes,
  lookUp,
  settings,
}: CheckoutPayoutsOptions): PayoutAdapter {
  async function read(payout: OrderRef, call: ProviderCall): Promise<Reply<TransferRead>> {
    const found = await lookUp.payment(payout, call);
    if (found.kind === "unclear") return found.reply;
    if (found.kind === "absent") return healthy({ kind: "absent" });
    const { payment } = found;
    const isWhyMissing = payment.status !== "Authorized" && wantsActions(payment);
    if (!isWhyMissing || contradictionOf(payment, payout) !== undefined)
      return replyAbout(payment, payout, () => payoutStateOf(payment));
    const done = await lookUp.actions(payment.id, call);
    if (done.kind === "unclear") return done.reply;
    return replyAbout(payment, payout, () => payoutStateOf(payment, done.actions));
  }

  return {
    async submit(payout, card, call) {
      if (call.isRepeat) return submittedOrLost(await read(payout, call));
      const request = {
        body: payoutRequestOf(payout, card, settings),
        idempotencyKey: idempotencyKeyOf("payout", payout.reference),
      };
      return payoutReply(await http.post("/payments", request, shapes.isPayment, call), payout);
    },
    read,
    // Checkout.com closes nothing.
    close: (payout, call) => read(payout, call),
  };
}
