import { insteadOf, type ObjectsAcquirer } from "@flowlix/engine";
import { attemptOf } from "./order.ts";
import type { PaymentRow } from "./payment.entity.ts";

/** Which of a Payment's orders, and the account at whose acquirer it is; null for the installation's own acquirer. */
export interface OrderOf {
  readonly attempt: number;
  readonly provider_account: string | null;
}

/** The order that the Payment has in this version of its row. */
export const orderNow = (row: PaymentRow): OrderOf => ({
  attempt: attemptOf(row),
  provider_account: row.provider_account,
});

/** Whether an order is the one that the Payment has in this version of its row. */
export const isOrderNow = ({ attempt, provider_account }: OrderOf, row: PaymentRow): boolean =>
  attempt === attemptOf(row) && provider_account === row.provider_account;

/** An order that was the Payment's before the one of now, and came to nothing. */
export interface EarlierOrder extends OrderOf, ObjectsAcquirer {
  readonly provider_account: string | null;
  /** Its account said that it had executed nothing of it; any other one has failed. */
  readonly unexecuted: boolean;
}

/**
 * The orders of the cards that were declined, and the order that the first account has not executed. Each with the
 * account it went to (docs/decisions/0105-a-second-account.md).
 */
export function earlierOrdersOf(row: PaymentRow): readonly EarlierOrder[] {
  const first = insteadOf(row.route);
  const at = first === null ? row : { provider: first.provider, provider_account: first.account };
  return Array.from({ length: attemptOf(row) - 1 }, (_, index) => ({
    attempt: index + 1,
    provider: at.provider,
    provider_account: at.provider_account,
    unexecuted: first !== null,
  }));
}
