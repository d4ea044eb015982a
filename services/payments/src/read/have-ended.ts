import type { paymentsContract, Params, Result } from "@flowlix/contracts";
import type { PaymentsDeps } from "../deps.ts";

type Contract = typeof paymentsContract;

/** Which ids are over: no Payment of theirs can change any more, or come to be. */
export async function haveEnded(
  { reads }: Pick<PaymentsDeps, "reads">,
  { ids }: Params<Contract, "haveEnded">,
): Promise<Result<Contract, "haveEnded">> {
  const open = new Set(await reads.open(ids));
  return { ended: ids.filter((id) => !open.has(id)) };
}
