import type { Params, Refund, refundsContract } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import { asShown, type ReadDeps } from "./as-shown.ts";

/**
 * The Refund as recorded, within the merchant's mode, once its Payment shows it too; never asks the provider.
 * Errors: object_not_found; service_unavailable where the Payment's owner cannot be had in time.
 */
export async function getRefund(
  deps: ReadDeps,
  { scope, refund_id }: Params<typeof refundsContract, "get">,
  requestId: string,
): Promise<Refund> {
  const row = await deps.reads.get(scope, refund_id);
  if (row === null) throw new DomainError("object_not_found", { param: "id" });
  return asShown(deps, row, requestId);
}
