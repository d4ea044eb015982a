import type { ProviderAdapter } from "./adapter.ts";
import type { CallPolicies } from "./call-policies.ts";
import type { Deadline } from "./deadline.ts";
import type { Evidence } from "./evidence.ts";
import type { OrderRef } from "./order.ts";
import type { ReadOutcome, ReverseOutcome } from "./outcome.ts";
import type { ProviderCall } from "./reply.ts";
import { withValidatedRedirect } from "./validated-redirect.ts";

/** What a provider is asked of an order. */
export interface OrderQuestions {
  /**
   * The provider's word on an order, asked once; anything but a clear answer is unknown. `suspect` where the last read
   * of it hung: the breaker learns nothing from one that does so again. `evidence` is what was kept of it, for a
   * provider that cannot be asked.
   */
  read(
    order: OrderRef,
    deadline: Deadline,
    requestId?: string,
    suspect?: boolean,
    evidence?: readonly Evidence[],
  ): Promise<ReadOutcome>;
  /**
   * Closes the reference for ever (docs/design/architecture.md#rule-5): `closed`, or the state that won. Asked once.
   */
  close(
    order: OrderRef,
    deadline: Deadline,
    requestId?: string,
    evidence?: readonly Evidence[],
  ): Promise<ReadOutcome>;
  /** Gives a charge back; safe to repeat after `unknown`. Asked once. */
  reverse(
    order: OrderRef,
    deadline: Deadline,
    requestId?: string,
    evidence?: readonly Evidence[],
  ): Promise<ReverseOutcome>;
}

/** What is asked of an order once, and never again by the port. @param ours throws for an order of the other mode */
export function createQuestions(
  adapter: ProviderAdapter,
  policies: CallPolicies,
  ours: (order: OrderRef) => void,
): OrderQuestions {
  return {
    async read(order, deadline, requestId = "", suspect = false, evidence = []) {
      ours(order);
      const ask = (call: ProviderCall) =>
        withValidatedRedirect(adapter, adapter.readOrder(order, call, evidence));
      return (await policies.read.call(deadline, { requestId, reference: order.reference }, ask, suspect))
        .outcome;
    },

    async close(order, deadline, requestId = "", evidence = []) {
      ours(order);
      const ask = (call: ProviderCall) =>
        withValidatedRedirect(adapter, adapter.closeOrder(order, call, evidence));
      return (await policies.close.call(deadline, { requestId, reference: order.reference }, ask)).outcome;
    },

    async reverse(order, deadline, requestId = "", evidence = []) {
      ours(order);
      const ask = (call: ProviderCall) => adapter.reverseOrder(order, call, evidence);
      return (await policies.reverse.call(deadline, { requestId, reference: order.reference }, ask)).outcome;
    },
  };
}
