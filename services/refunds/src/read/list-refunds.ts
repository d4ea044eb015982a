import type { RefundList, RefundListRequest } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import type { RefundsDeps } from "../deps.ts";
import type { WantedRefunds } from "./refunds-reads.ts";
import { viewOf } from "../refund/refund-view.ts";

/**
 * A page of a Payment's Refunds as recorded, newest first in both directions (decisions §§4, 6).
 * Errors: invalid_search_criteria for a cursor that is no Refund of this Payment.
 */
export async function listRefunds(
  deps: Pick<RefundsDeps, "reads">,
  request: RefundListRequest,
): Promise<RefundList> {
  const { scope, payment_id, limit } = request;
  const from = await positionOf(deps, request);
  const rows = await deps.reads.page({ scope, payment_id, limit, from });
  const page = rows.slice(0, limit);
  if (from?.going === "newer") page.reverse();
  return { data: page.map(viewOf), has_more: rows.length > limit };
}

async function positionOf(
  { reads }: Pick<RefundsDeps, "reads">,
  { scope, payment_id, starting_after, ending_before }: RefundListRequest,
): Promise<WantedRefunds["from"]> {
  const id = starting_after ?? ending_before;
  if (id === null) return null;
  const position = await reads.position(scope, payment_id, id);
  if (position === null) {
    const param = starting_after === null ? "ending_before" : "starting_after";
    throw new DomainError("invalid_search_criteria", { param });
  }
  return { position, going: starting_after === null ? "newer" : "older" };
}
