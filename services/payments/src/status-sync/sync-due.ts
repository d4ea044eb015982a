import {
  beginDue as begin,
  syncDue,
  syncSafely,
  type SyncCounts,
  type SyncResult,
  type StatusSync,
} from "@flowlix/engine";
import type { PaymentsDeps } from "../deps.ts";
import type { PaymentRow } from "../payment/payment.entity.ts";
import { syncPayment } from "./sync-payment.ts";
import type { DuePayment } from "./sync-store.ts";

const statusSync = (deps: PaymentsDeps): StatusSync<PaymentRow> => ({
  ...deps,
  noun: "payment",
  sync: (due, claimedAt) => syncPayment(deps, due, claimedAt),
});

/** Syncs what is due here, at most so many, and answers with counts (docs/design/architecture.md#look). */
export const syncPayments = (deps: PaymentsDeps, limit: number): Promise<SyncCounts> =>
  syncDue(statusSync(deps), deps, limit);

/** Begins to sync some of what is due here; answers whether more may be. */
export const beginDue = (deps: PaymentsDeps): Promise<boolean> => begin(statusSync(deps), deps);

/** Syncs one claimed Payment; never rejects. */
export const syncPaymentSafely = (
  deps: PaymentsDeps,
  due: DuePayment,
  claimedAt: number,
): Promise<SyncResult> => syncSafely(statusSync(deps), due, claimedAt);
