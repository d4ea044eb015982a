import type { ProviderAdapter } from "./adapter.ts";
import type { CallPolicies } from "./call-policies.ts";
import type { Deadline } from "./deadline.ts";
import type { OrderRef } from "./order.ts";
import type { Outcome } from "./outcome.ts";
import type { ProviderCall, Reply } from "./reply.ts";
import { repeatUnsent, type RetryOptions } from "./retry.ts";
import type { ReturnedQuery } from "./returned-query.ts";
import { withValidatedRedirect } from "./validated-redirect.ts";

/** Finishes what the payer did at the acquirer's page. */
export type Completion = (
  order: OrderRef,
  returned: ReturnedQuery,
  deadline: Deadline,
  requestId: string,
) => Promise<Outcome>;

/** It moves money, so that it is sent again only while no byte of it was written. */
export function createCompletion(
  adapter: ProviderAdapter,
  { complete }: Pick<CallPolicies, "complete">,
  retry: Omit<RetryOptions, "deadline">,
): Completion {
  const { completeAction } = adapter;
  return async (order, returned, deadline, requestId) => {
    if (completeAction === undefined) throw new Error(`provider ${adapter.name} completes nothing`);
    const send = (call: ProviderCall): Promise<Reply<Outcome>> =>
      withValidatedRedirect(adapter, completeAction(order, returned, call));
    const { reference } = order;
    return repeatUnsent<Outcome>({ ...retry, deadline }, (tried) =>
      complete.call(deadline, { requestId, reference, tried }, send),
    );
  };
}
