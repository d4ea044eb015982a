import type { paymentsContract, Params, Result } from "@flowlix/contracts";
import type { PaymentsDeps } from "../deps.ts";

type Contract = typeof paymentsContract;

/** Which Payments have not ended, for an operator: of every merchant, oldest first, by the database's clock. */
export const listOpen = (
  { looks }: Pick<PaymentsDeps, "looks">,
  asked: Params<Contract, "listOpen">,
): Promise<Result<Contract, "listOpen">> => looks.listOpen(asked);
