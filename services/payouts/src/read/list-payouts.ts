import { readPageInTime, startOfList } from "@flowlix/engine";
import type { PayoutList, PayoutListRequest } from "@flowlix/contracts";
import type { PayoutsDeps } from "../deps.ts";
import { viewOf } from "../payout/payout-view.ts";
import { matchesOf } from "./search-match.ts";

/**
 * A page of the merchant's Payouts as recorded, newest first in both directions, with the number of all that
 * match, both of one moment; never asks the provider (docs/design/specification.md#list-payouts;
 * docs/design/decisions.md#list-answers). A page to newer ones ends where something may still come in between. Errors:
 * invalid_search_criteria for a cursor that is no Payout of the merchant's mode; service_unavailable where the page
 * takes longer to find than a list may.
 */
export async function listPayouts(
  deps: Pick<PayoutsDeps, "lists">,
  request: PayoutListRequest,
): Promise<PayoutList> {
  const { limit, search } = request;
  const from = await startOfList(request, (id, going) => deps.lists.from(request.scope, id, going));
  const matches = search === null ? null : matchesOf(search, request.currency);
  const { rows, totalCount } = await readPageInTime(() =>
    deps.lists.page({ ...request, from, search: matches }),
  );
  const page = rows.slice(0, limit);
  if (from?.going === "newer") page.reverse();
  return { data: page.map(viewOf), has_more: rows.length > limit, total_count: totalCount };
}
