import type { Params, Payout, payoutsContract } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import type { PayoutsDeps } from "../deps.ts";
import { viewOf } from "../payout/payout-view.ts";

/**
 * The Payout as last recorded, within the merchant's mode; retrieval does not advance it
 * (docs/design/specification.md#get-payout). Errors: object_not_found.
 */
export async function getPayout(
  deps: Pick<PayoutsDeps, "reads">,
  { scope, payout_id }: Params<typeof payoutsContract, "get">,
): Promise<Payout> {
  const row = await deps.reads.get(scope, payout_id);
  if (row === null) throw new DomainError("object_not_found", { param: "payout_id" });
  return viewOf(row);
}
