import type { Params, Refund, refundsContract } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import type { RefundsDeps } from "../deps.ts";
import { viewOf } from "../refund/refund-view.ts";

/** The Refund as recorded, within the merchant's mode; never asks the provider. Errors: object_not_found. */
export async function getRefund(
  deps: Pick<RefundsDeps, "reads">,
  { scope, refund_id }: Params<typeof refundsContract, "get">,
): Promise<Refund> {
  const row = await deps.reads.get(scope, refund_id);
  if (row === null) throw new DomainError("object_not_found", { param: "id" });
  return viewOf(row);
}
