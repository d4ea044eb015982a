import type { PaymentList, PaymentListRequest } from "@flowlix/contracts";
import { sqlState } from "@flowlix/persistence";
import { DomainError } from "@flowlix/runtime";
import type { PaymentsDeps } from "../deps.ts";
import type { WantedPage } from "./page-statement.ts";
import { viewOf } from "../payment/payment-view.ts";
import { matchesOf } from "./search-term.ts";

const QUERY_CANCELED = "57014";
const RETRY_AFTER_S = 5;

/**
 * A page of the merchant's Payments as recorded, newest first in both directions; never asks the provider
 * (decisions §4). Where they have very many Refunds it is shorter than asked for, and has more. Errors: invalid_search_criteria for a cursor that is no Payment of the merchant's mode;
 * service_unavailable where the page takes longer to find than a read may.
 */
export async function listPayments(
  deps: Pick<PaymentsDeps, "lists">,
  request: PaymentListRequest,
): Promise<PaymentList> {
  const { limit, search } = request;
  const from = await positionOf(deps, request);
  const matches = search === null ? null : matchesOf(search, request.currency);
  if (matches?.length === 0) return { data: [], has_more: false };
  const rows = await pageOf(deps, { ...request, from, search: matches });
  const page = rows.slice(0, limit).filter(({ cut }) => !cut);
  const hasMore = rows.length > page.length;
  if (from?.going === "newer") page.reverse();
  return { data: page.map(viewOf), has_more: hasMore };
}

/** A cursor is a position only, and need not match the filters; but it must exist. */
async function positionOf(
  { lists }: Pick<PaymentsDeps, "lists">,
  { scope, starting_after, ending_before }: PaymentListRequest,
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

async function pageOf({ lists }: Pick<PaymentsDeps, "lists">, wanted: WantedPage) {
  try {
    return await lists.page(wanted);
  } catch (error) {
    if (sqlState(error) !== QUERY_CANCELED) throw error;
    // The bound of a read. Repeating it helps little; a shorter range of `created` does.
    throw new DomainError("service_unavailable", { retryAfterS: RETRY_AFTER_S, cause: error });
  }
}
