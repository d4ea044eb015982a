import type { ProviderAdapter } from "../adapter.ts";
import type { ProviderCall, Reply } from "../reply.ts";
import type { Order, OrderRef } from "../order.ts";
import type { Outcome, ReadOutcome, ReverseOutcome } from "../outcome.ts";
import type { CheckoutHttp } from "./checkout-http.ts";
import { idempotencyKeyOf, reversalReferenceOf } from "./idempotency-key.ts";
import type { LookUp } from "./look-up.ts";
import {
  atFault,
  healthy,
  notExecuted,
  paymentStateOf,
  submitReply,
  replyAbout,
  wantsActions,
} from "./outcomes.ts";
import { contradictionOf, LOST } from "./reading.ts";
import { paymentRequestOf, reversalRequestOf } from "./requests.ts";
import type { CheckoutSettings } from "./settings.ts";
import type { WireAction, WirePayment, WireShapes } from "./wire.ts";

export interface CheckoutOrdersOptions {
  readonly http: CheckoutHttp;
  readonly shapes: WireShapes;
  readonly lookUp: LookUp;
  readonly settings: CheckoutSettings;
}

type Orders = Pick<
  ProviderAdapter,
  "registerOrder" | "authorise" | "readOrder" | "closeOrder" | "reverseOrder"
> &
  Required<Pick<ProviderAdapter, "registerAndAuthorise">>;

/** What a payer pays, over Checkout.com's API. Nothing is registered there before it is paid. */
export function createCheckoutOrders({ http, shapes, lookUp, settings }: CheckoutOrdersOptions): Orders {
  async function read(order: OrderRef, call: ProviderCall): Promise<Reply<ReadOutcome>> {
    const found = await lookUp.payment(order, call);
    if (found.kind === "unclear") return found.reply;
    if (found.kind === "absent") return healthy({ kind: "absent" });
    const { payment } = found;
    if (!wantsActions(payment) || contradictionOf(payment, order) !== undefined)
      return replyAbout(payment, order, () => paymentStateOf(payment));
    const done = await lookUp.actions(payment.id, call);
    if (done.kind === "found") return replyAbout(payment, order, () => paymentStateOf(payment, done.actions));
    // That it is authorised is known all the same; why something failed is not.
    return payment.status === "Authorized"
      ? replyAbout(payment, order, () => paymentStateOf(payment))
      : done.reply;
  }

  /** What may have been sent is looked for and never sent again: a key outlives answers of 2xx alone. */
  async function looked(order: OrderRef, call: ProviderCall): Promise<Reply<Outcome>> {
    const { outcome, providerAtFault } = await read(order, call);
    const { kind } = outcome;
    if (kind === "absent" || kind === "registered" || kind === "undone")
      return { outcome: LOST, providerAtFault };
    return kind === "closed"
      ? { outcome: notExecuted("error"), providerAtFault }
      : { outcome, providerAtFault };
  }

  async function submit(order: Order, instrument: Parameters<Orders["authorise"]>[1], call: ProviderCall) {
    if (call.isRepeat) return looked(order, call);
    const request = {
      body: paymentRequestOf(order, instrument, settings),
      idempotencyKey: idempotencyKeyOf("payment", order.reference),
    };
    const reading = await http.post("/payments", request, shapes.isPayment, call);
    return submitReply(reading, order);
  }

  async function reverse(
    payment: WirePayment,
    reference: string,
    call: ProviderCall,
  ): Promise<Reply<ReverseOutcome>> {
    const request = {
      body: reversalRequestOf(reference),
      idempotencyKey: idempotencyKeyOf("reversal", reference),
    };
    const reading = await http.post(`/payments/${payment.id}/reversals`, request, shapes.isAccepted, call);
    const providerAtFault =
      reading.kind === "not_sent" ||
      reading.kind === "lost" ||
      (reading.kind === "refusal" && reading.status >= 500);
    // It is done when an action of it says so, and never by having been accepted.
    return { outcome: "unknown", providerAtFault };
  }

  return {
    // The port asks neither of the two: it submits with the call that does both.
    registerOrder: async () => healthy(notExecuted("error")),
    authorise: async (order, instrument, call) =>
      call.isRepeat ? looked(order, call) : submit(order, instrument, call),
    registerAndAuthorise: submit,
    readOrder: (order, call) => read(order, call),
    // Checkout.com closes nothing: a challenge that nobody finishes ends by itself.
    closeOrder: (order, call) => read(order, call),

    async reverseOrder(order, call) {
      const found = await lookUp.payment(order, call);
      if (found.kind !== "found") return found.kind === "absent" ? healthy("unknown") : unclear(found.reply);
      const { payment } = found;
      if (contradictionOf(payment, order) !== undefined) return atFault("unknown");
      if (NOT_CHARGED.has(payment.status)) return healthy("not_charged");
      const done = await lookUp.actions(payment.id, call);
      if (done.kind !== "found") return unclear(done.reply);
      const own = done.actions.filter(({ reference }) => reference === reversalReferenceOf(order.reference));
      if (own.some(({ approved }) => approved === true)) return healthy("reversed");
      // Under way; or something of it went back as a refund, and then the whole cannot.
      const isToBeSent = !done.actions.some(isReturning) && REVERSIBLE.has(payment.status);
      return isToBeSent ? reverse(payment, order.reference, call) : healthy("unknown");
    },
  };
}

const unclear = ({ providerAtFault }: Reply<unknown>): Reply<ReverseOutcome> => ({
  outcome: "unknown",
  providerAtFault,
});

const NOT_CHARGED: ReadonlySet<string> = new Set(["Pending", "Declined", "Canceled", "Expired"]);
const REVERSIBLE: ReadonlySet<string> = new Set(["Authorized", "Captured"]);

/** What gives money back, unless it was refused. */
const isReturning = ({ type, approved }: WireAction): boolean =>
  (type === "Refund" || type === "Void") && approved !== false;
