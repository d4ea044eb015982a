import { OPERATIONS } from "@flowlix/contracts";
import { isDomainError } from "@flowlix/runtime";
import { aboutId } from "../explain/about-id.ts";
import { json, type Answer } from "../http/answer.ts";
import type { AuthenticatedRequest } from "../http/route.ts";
import { readPage } from "../query/list-criteria.ts";
import { createQueryReader } from "../query/query-reader.ts";
import type { PaymentsClient, RefundsClient } from "../clients.ts";

export interface ListRefundsDeps {
  readonly refunds: Pick<RefundsClient, "list">;
  readonly payments: Pick<PaymentsClient, "get">;
}

const { query: PARAMETERS, requiredQuery: REQUIRED } = OPERATIONS.listRefunds;

/**
 * GET /v1/refunds?payment_id= (docs/design/decisions.md#other-lists and #refund): a page of a Payment's Refunds, newest
 * first. Errors: as the query's reader and its criteria, `payment_id` being required; object_not_found for a Payment
 * that is not one of the key's merchant and mode; invalid_search_criteria for a position that is none of its Refunds.
 */
export function createListRefunds({ refunds, payments }: ListRefundsDeps) {
  const readQuery = createQueryReader(PARAMETERS, REQUIRED);
  return async ({ caller, query, requestId, deadline }: AuthenticatedRequest): Promise<Answer> => {
    const wanted = readQuery(query);
    const { payment_id } = wanted;
    const page = readPage(wanted);
    const scope = { merchant_id: caller.merchantId, livemode: caller.livemode };
    const call = () => ({ requestId, timeoutMs: deadline.remainingMs() });
    const paymentExists = () =>
      aboutId("payment_id", payment_id, payments.get({ scope, payment_id }, call()));
    // A Refund that was found, a cursor's too, has its Payment: only where there is none is that in question.
    const list = await refunds.list({ scope, payment_id, ...page }, call()).catch(async (error: unknown) => {
      if (isDomainError(error) && error.type === "invalid_search_criteria") await paymentExists();
      throw error;
    });
    const fromTheFirst = page.starting_after === null && page.ending_before === null;
    if (list.data.length === 0 && fromTheFirst) await paymentExists();
    return json(200, list);
  };
}
