import { readPageInTime, startOfList } from "@flowlix/engine";
import type { PaymentList, PaymentListRequest } from "@flowlix/contracts";
import type { PaymentsDeps } from "../deps.ts";
import { viewOf } from "../payment/payment-view.ts";
import { matchesOf } from "./search-term.ts";

/**
 * A page of the merchant's Payments as recorded, newest first in both directions; never asks the provider
 * (docs/design/decisions.md#list-answers). Where they have very many Refunds it is shorter than asked for, and has
 * more. Errors: invalid_search_criteria for a cursor that is no Payment of the merchant's mode; service_unavailable
 * where the page takes longer to find than a read may.
 */
export async function listPayments(
  deps: Pick<PaymentsDeps, "lists">,
  request: PaymentListRequest,
): Promise<PaymentList> {
  const { limit, search } = request;
  const from = await startOfList(request, (id, going) => deps.lists.from(request.scope, id, going));
  const matches = search === null ? null : matchesOf(search, request.currency);
  if (matches?.length === 0) return { data: [], has_more: false };
  const rows = await readPageInTime(() => deps.lists.page({ ...request, from, search: matches }));
  const page = rows.slice(0, limit).filter(({ cut }) => !cut);
  const hasMore = rows.length > page.length;
  if (from?.going === "newer") page.reverse();
  return { data: page.map(viewOf), has_more: hasMore };
}
