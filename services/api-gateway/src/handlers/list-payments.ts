import { canonicalCurrency, OPERATIONS, type PaymentList, type PaymentListRequest } from "@flowlix/contracts";
import type { PageUrlFiller } from "@flowlix/page-links";
import type { ApiCaller } from "../access/api-caller.ts";
import { json, type Answer } from "../http/answer.ts";
import type { AuthenticatedRequest } from "../http/route.ts";
import { brandsOf, findUnlessCard, readPage, readRange, readSearch } from "../query/list-criteria.ts";
import { createQueryReader, type QueryValues } from "../query/query-reader.ts";
import type { PaymentsClient } from "../clients.ts";

const { query: PARAMETERS } = OPERATIONS.listPayments;

const NOTHING: PaymentList = { data: [], has_more: false };

/**
 * GET /v1/payments (docs/design/decisions.md#lists). Errors: as the query's reader and its criteria;
 * invalid_search_criteria for a position that is no Payment of the key's merchant and mode.
 */
export function createListPayments(deps: {
  readonly payments: Pick<PaymentsClient, "list">;
  readonly fillPageUrl: PageUrlFiller;
}) {
  const readQuery = createQueryReader(PARAMETERS);
  return async ({ caller, query, requestId, deadline }: AuthenticatedRequest): Promise<Answer> => {
    const wanted = requestOf(caller, readQuery(query));
    const options = { requestId, timeoutMs: deadline.remainingMs() };
    const found = await findUnlessCard(wanted, NOTHING, (asked) => deps.payments.list(asked, options));
    return json(200, { ...found, data: found.data.map(deps.fillPageUrl) });
  };
}

function requestOf(
  { merchantId, livemode }: ApiCaller,
  query: QueryValues<typeof PARAMETERS>,
): PaymentListRequest {
  return {
    scope: { merchant_id: merchantId, livemode },
    ...readPage(query),
    status: query.status ?? [],
    currency: [...new Set(query.currency?.map(canonicalCurrency))],
    card_brand: brandsOf(query.card_brand),
    card_last4: query.card_last4 ?? null,
    created: readRange(query, "created"),
    amount: readRange(query, "amount"),
    search: readSearch(query.search),
    integration_type: query.integration_type ?? [],
    payment_method_type: query.payment_method_type ?? [],
  };
}
