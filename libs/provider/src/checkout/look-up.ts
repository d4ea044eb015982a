import type { ProviderCall, Reply } from "../reply.ts";
import type { Unknown } from "../outcome.ts";
import type { CheckoutHttp } from "./checkout-http.ts";
import { healthy, unanswered } from "./outcomes.ts";
import { contradicting, LOST } from "./reading.ts";
import type { WireAction, WirePayment, WireShapes } from "./wire.ts";

/** What looking for a payment came to. `absent` proves nothing while it may not be listed yet. */
export type Found =
  | { readonly kind: "found"; readonly payment: WirePayment }
  | { readonly kind: "absent" }
  | { readonly kind: "unclear"; readonly reply: Reply<Unknown> };

/** What was done with a payment, or why that is not known. */
export type ActionsFound =
  | { readonly kind: "found"; readonly actions: readonly WireAction[] }
  | { readonly kind: "unclear"; readonly reply: Reply<Unknown> };

export interface LookUp {
  /** By the acquirer's id where it was told, else by our reference; whether it is ours is for the caller to compare. */
  payment(
    named: { readonly reference: string; readonly acquirerId?: string | undefined },
    call: ProviderCall,
  ): Promise<Found>;
  actions(paymentId: string, call: ProviderCall): Promise<ActionsFound>;
}

/** Enough to see that there is more than one. */
const LIST_LIMIT = 10;
const ID = /^[A-Za-z0-9_-]{1,64}$/;

export function createLookUp(http: CheckoutHttp, shapes: WireShapes): LookUp {
  const unclear = (reply: Reply<Unknown>) => ({ kind: "unclear", reply }) as const;

  async function byId(id: string, call: ProviderCall): Promise<Found> {
    const reading = await http.get(`/payments/${id}`, shapes.isPayment, call);
    if (reading.kind === "answer") return { kind: "found", payment: reading.value };
    const isUnknownId = reading.kind === "refusal" && reading.status === 404;
    return isUnknownId ? { kind: "absent" } : unclear(unanswered(reading));
  }

  /** References are not unique at Checkout.com: only a single payment under ours can be ours. */
  async function byReference(reference: string, call: ProviderCall): Promise<Found> {
    const query = new URLSearchParams({ reference, limit: String(LIST_LIMIT), skip: "0" }).toString();
    const reading = await http.get(`/payments?${query}`, shapes.isList, call);
    if (reading.kind !== "answer") return unclear(unanswered(reading));
    const { total_count, data } = reading.value;
    const [payment] = data;
    if (payment === undefined && total_count === 0) return { kind: "absent" };
    if (payment === undefined || data.length > 1 || total_count > 1)
      return unclear({ outcome: contradicting("reference"), providerAtFault: true });
    return { kind: "found", payment };
  }

  return {
    async payment({ reference, acquirerId }, call) {
      if (acquirerId === undefined || !ID.test(acquirerId)) return byReference(reference, call);
      const known = await byId(acquirerId, call);
      if (known.kind !== "absent") return known;
      // What it told us the id of was executed: that it does not know it any more says nothing.
      const listed = await byReference(reference, call);
      return listed.kind === "absent" ? unclear(healthy(LOST)) : listed;
    },
    async actions(paymentId, call) {
      const reading = await http.get(`/payments/${paymentId}/actions`, shapes.isActions, call);
      return reading.kind === "answer"
        ? { kind: "found", actions: reading.value }
        : unclear(unanswered(reading));
    },
  };
}
