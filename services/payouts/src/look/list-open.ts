import type { payoutsContract, Params, Result } from "@flowlix/contracts";
import type { PayoutsDeps } from "../deps.ts";

type Contract = typeof payoutsContract;

/** Which Payouts have not ended, for an operator: of every merchant, oldest first, by the database's clock. */
export const listOpen = (
  { looks }: Pick<PayoutsDeps, "looks">,
  asked: Params<Contract, "listOpen">,
): Promise<Result<Contract, "listOpen">> => looks.listOpen(asked);
