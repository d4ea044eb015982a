import type { PayoutList, PayoutListRequest } from "@flowlix/contracts";
import { sqlState } from "@flowlix/persistence";
import { DomainError } from "@flowlix/runtime";
import type { PayoutsDeps } from "../deps.ts";
import type { WantedPage } from "./list-conditions.ts";
import { viewOf } from "../payout/payout-view.ts";
import { matchesOf } from "./search-match.ts";

const QUERY_CANCELED = "57014";
const RETRY_AFTER_S = 5;

/**
 * A page of the merchant's Payouts as recorded, newest first in both directions, with the number of all that
 * match, both of one moment; never asks the provider (specification, List Payouts; decisions §4).
 * Errors: invalid_search_criteria for a cursor that is no Payout of the merchant's mode; service_unavailable
 * where the page takes longer to find than a list may.
 */
export async function listPayouts(
  deps: Pick<PayoutsDeps, "lists">,
  request: PayoutListRequest,
): Promise<PayoutList> {
  const { limit, search } = request;
  const from = await positionOf(deps, request);
  const matches = search === null ? null : matchesOf(search, request.currency);
  const { rows, totalCount } = await pageOf(deps, { ...request, from, search: matches });
  const page = rows.slice(0, limit);
  if (from?.going === "newer") page.reverse();
  return { data: page.map(viewOf), has_more: rows.length > limit, total_count: totalCount };
}

/** A cursor is a position only, and need not match the filters; but it must exist. */
async function positionOf(
  { lists }: Pick<PayoutsDeps, "lists">,
  { scope, starting_after, ending_before }: PayoutListRequest,
): Promise<WantedPage["from"]> {
  const id = starting_after ?? ending_before;
  if (id === null) return null;
  const position = await lists.position(scope, id);
  if (position === null) {
    const param = starting_after === null ? "ending_before" : "starting_after";
    throw new DomainError("invalid_search_criteria", { param });
  }
  return { position, going: starting_after === null ? "newer" : "older" };
}

async function pageOf({ lists }: Pick<PayoutsDeps, "lists">, wanted: WantedPage) {
  try {
    return await lists.page(wanted);
  } catch (error) {
    if (sqlState(error) !== QUERY_CANCELED) throw error;
    // The bound of a list. Repeating it helps little; a shorter range of `created` does.
    throw new DomainError("service_unavailable", { retryAfterS: RETRY_AFTER_S, cause: error });
  }
}
