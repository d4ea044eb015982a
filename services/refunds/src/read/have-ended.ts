import type { refundsContract, Params, Result } from "@flowlix/contracts";
import type { RefundsDeps } from "../deps.ts";

type Contract = typeof refundsContract;

/** Which ids are over: no Refund of theirs can change any more, or come to be. */
export async function haveEnded(
  { reads }: Pick<RefundsDeps, "reads">,
  { ids }: Params<Contract, "haveEnded">,
): Promise<Result<Contract, "haveEnded">> {
  const open = new Set(await reads.open(ids));
  return { ended: ids.filter((id) => !open.has(id)) };
}
