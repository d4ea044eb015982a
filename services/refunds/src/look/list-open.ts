import type { refundsContract, Params, Result } from "@flowlix/contracts";
import type { RefundsDeps } from "../deps.ts";

type Contract = typeof refundsContract;

/** Which Refunds have not ended, for an operator: of every merchant, oldest first, by the database's clock. */
export const listOpen = (
  { looks }: Pick<RefundsDeps, "looks">,
  asked: Params<Contract, "listOpen">,
): Promise<Result<Contract, "listOpen">> => looks.listOpen(asked);
