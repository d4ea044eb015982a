import type { ProviderCall, Reply } from "../reply.ts";
import type { RefundOrder } from "../order.ts";
import type { TransferOutcome, TransferRead } from "../outcome.ts";
import type { RefundAdapter } from "../transfer-adapter.ts";
import type { CheckoutHttp } from "./checkout-http.ts";
import { idempotencyKeyOf } from "./idempotency-key.ts";
import type { LookUp } from "./look-up.ts";
import { atFault, healthy, notExecuted, refundReply, refundStateOf } from "./outcomes.ts";
import { contradicting, LOST } from "./reading.ts";
import { refundRequestOf } from "./requests.ts";
import { submittedOrLost } from "./submitted-or-lost.ts";
import type { WireAction, WirePayment, WireShapes } from "./wire.ts";

export interface CheckoutTransfersOptions {
  readonly http: CheckoutHttp;
  readonly shapes: WireShapes;
  readonly lookUp: LookUp;
}

/** Refunds: an action of the charge's payment, under our reference. */
export function createCheckoutRefunds({ http, shapes, lookUp }: CheckoutTransfersOptions): RefundAdapter {
  const chargeOf = ({ charge: reference, chargeAcquirerId: acquirerId }: RefundOrder, call: ProviderCall) =>
    lookUp.payment({ reference, acquirerId }, call);

  async function read(refund: RefundOrder, call: ProviderCall): Promise<Reply<TransferRead>> {
    const found = await chargeOf(refund, call);
    if (found.kind === "unclear") return found.reply;
    // Without its charge nothing can be said of a refund, least of all that there is none.
    if (found.kind === "absent") return healthy(LOST);
    const contradicts = chargeContradicts(found.payment, refund);
    if (contradicts !== undefined) return atFault(contradicting(contradicts));
    const done = await lookUp.actions(found.payment.id, call);
    return done.kind === "unclear" ? done.reply : refundIn(done.actions, refund);
  }

  return {
    async submit(refund, call) {
      if (call.isRepeat) return submittedOrLost(await read(refund, call));
      const found = await chargeOf(refund, call);
      // Nothing was sent that moves money.
      if (found.kind !== "found") return unsent(found.kind === "unclear" && found.reply.providerAtFault);
      if (chargeContradicts(found.payment, refund) !== undefined) return healthy(notExecuted("error"));
      const request = {
        body: refundRequestOf(refund),
        idempotencyKey: idempotencyKeyOf("refund", refund.reference),
      };
      const path = `/payments/${found.payment.id}/refunds`;
      return refundReply(await http.post(path, request, shapes.isAccepted, call), refund);
    },
    read: (refund, call) => read(refund, call),
    // Checkout.com closes nothing.
    close: (refund, call) => read(refund, call),
  };
}

const unsent = (isAtFault: boolean): Reply<TransferOutcome> =>
  isAtFault ? atFault(notExecuted("unreachable")) : healthy(notExecuted("error"));

function chargeContradicts({ reference, currency }: WirePayment, refund: RefundOrder) {
  if (reference !== undefined && reference !== refund.charge) return "charge";
  return currency !== undefined && currency !== refund.currency ? "currency" : undefined;
}

/** A refund among what was done with its charge: by our reference, and only where a single one has it. */
function refundIn(actions: readonly WireAction[], refund: RefundOrder): Reply<TransferRead> {
  const own = actions.filter(({ type, reference }) => type === "Refund" && reference === refund.reference);
  const [action] = own;
  if (own.length > 1) return atFault(contradicting("reference"));
  if (action === undefined) return healthy(refund.acquirerId === undefined ? { kind: "absent" } : LOST);
  if (action.amount !== refund.amount) return atFault(contradicting("amount"));
  return healthy({ ...refundStateOf(action), acquirerId: action.id });
}
