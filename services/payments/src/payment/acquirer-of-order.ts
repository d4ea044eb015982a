import { insteadOf } from "@flowlix/engine";
import type { PaymentsDeps } from "../deps.ts";
import type { PaymentRow } from "./payment.entity.ts";

/**
 * Where a Payment's order of that attempt went: the first one of a Payment that was moved to a second account, to the
 * account before it (docs/decisions/0105-a-second-account.md). Throws where this process does not have it.
 */
export function acquirerOfOrder(deps: Pick<PaymentsDeps, "acquirers">, row: PaymentRow, attempt: number) {
  const first = attempt === 1 ? insteadOf(row.route) : null;
  return deps.acquirers.of(
    first === null ? row : { provider: first.provider, provider_account: first.account },
  );
}
