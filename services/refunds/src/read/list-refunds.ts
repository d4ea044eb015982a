import { startOfList } from "@flowlix/engine";
import type { RefundList, RefundListRequest } from "@flowlix/contracts";
import { asShown, type ReadDeps } from "./as-shown.ts";

/**
 * A page of a Payment's Refunds as recorded, newest first in both directions (docs/design/decisions.md#list-certain and
 * #refund), once the Payment shows them too. One to newer Refunds ends where one that is reserved may still come in
 * between (`gap.ts`). Errors: invalid_search_criteria for a cursor that is no Refund of this Payment;
 * service_unavailable where the Payment's owner cannot be had in time.
 */
export async function listRefunds(
  deps: ReadDeps,
  request: RefundListRequest,
  requestId: string,
): Promise<RefundList> {
  const { scope, payment_id, limit } = request;
  const from = await startOfList(request, (id, going) => deps.reads.from(scope, payment_id, id, going));
  const rows = await deps.reads.page({ scope, payment_id, limit, from });
  const page = rows.slice(0, limit);
  if (from?.going === "newer") page.reverse();
  const data = await Promise.all(page.map((row) => asShown(deps, row, requestId)));
  return { data, has_more: rows.length > limit };
}
