import { keepReportedId } from "@flowlix/engine";
import type { Outcome, ReadOutcome } from "@flowlix/provider";
import type { PaymentsDeps } from "../deps.ts";
import { attemptOf } from "../payment/order.ts";
import type { PaymentRow } from "../payment/payment.entity.ts";

/** Keeps the acquirer's own id of the order of now (`keepReportedId`); a card that came meanwhile has another order. */
export const keepAcquirerId = (
  deps: Pick<PaymentsDeps, "store" | "exceptions">,
  row: PaymentRow,
  outcome: Outcome | ReadOutcome,
): Promise<void> =>
  keepReportedId(deps, "payment", row, outcome, (acquirerId) =>
    deps.store.keepAcquirerId(row.id, attemptOf(row), acquirerId),
  );
