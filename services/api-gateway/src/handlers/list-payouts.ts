import { canonicalCurrency, OPERATIONS, type PayoutList, type PayoutListRequest } from "@flowlix/contracts";
import type { ApiCaller } from "../access/api-caller.ts";
import { json, type Answer } from "../http/answer.ts";
import type { AuthenticatedRequest } from "../http/route.ts";
import { brandsOf, findUnlessCard, readPage, readRange, readSearch } from "../query/list-criteria.ts";
import { createQueryReader, type QueryValues } from "../query/query-reader.ts";
import type { PayoutsClient } from "../clients.ts";

const { query: PARAMETERS } = OPERATIONS.listPayouts;

const NOTHING: PayoutList = { data: [], has_more: false, total_count: 0 };

/**
 * GET /v1/payouts (docs/design/specification.md#list-payouts; docs/design/decisions.md#lists). Errors: as the query's
 * reader and its criteria; invalid_search_criteria for a position that is no Payout of the key's merchant and mode.
 */
export function createListPayouts(deps: { readonly payouts: Pick<PayoutsClient, "list"> }) {
  const readQuery = createQueryReader(PARAMETERS);
  return async ({ caller, query, requestId, deadline }: AuthenticatedRequest): Promise<Answer> => {
    const wanted = requestOf(caller, readQuery(query));
    const options = { requestId, timeoutMs: deadline.remainingMs() };
    const found = await findUnlessCard(wanted, NOTHING, (asked) => deps.payouts.list(asked, options));
    return json(200, found);
  };
}

const requestOf = (
  { merchantId, livemode }: ApiCaller,
  query: QueryValues<typeof PARAMETERS>,
): PayoutListRequest => ({
  scope: { merchant_id: merchantId, livemode },
  ...readPage(query),
  status: query.status ?? [],
  currency: [...new Set(query.currency?.map(canonicalCurrency))],
  card_brand: brandsOf(query.card_brand),
  card_last4: query.card_last4 ?? null,
  created: readRange(query, "created"),
  amount: readRange(query, "amount"),
  search: readSearch(query.search),
});
