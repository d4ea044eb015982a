import { keepToldId } from "@flowlix/engine";
import type { Outcome, ReadOutcome } from "@flowlix/provider";
import type { PaymentsDeps } from "../deps.ts";
import { attemptOf } from "../payment/order.ts";
import type { PaymentRow } from "../payment/payment.entity.ts";

/** Keeps the acquirer's own id of the order of now (`keepToldId`); a card that came meanwhile has another order. */
export const keepAcquirerId = (
  deps: Pick<PaymentsDeps, "store" | "exceptions">,
  row: PaymentRow,
  outcome: Outcome | ReadOutcome,
): Promise<void> =>
  keepToldId(deps, "payment", row, outcome, (told) =>
    deps.store.keepAcquirerId(row.id, attemptOf(row), told),
  );
