import type { payoutsContract, Params, Result } from "@flowlix/contracts";
import type { PayoutsDeps } from "../deps.ts";

type Contract = typeof payoutsContract;

/** Which ids are over: no Payout of theirs can change any more, or come to be. */
export async function haveEnded(
  { reads }: Pick<PayoutsDeps, "reads">,
  { ids }: Params<Contract, "haveEnded">,
): Promise<Result<Contract, "haveEnded">> {
  const open = new Set(await reads.open(ids));
  return { ended: ids.filter((id) => !open.has(id)) };
}
