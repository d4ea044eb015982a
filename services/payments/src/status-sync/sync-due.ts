import {
  beginDue as begin,
  syncSafely,
  type BegunSyncs,
  type SyncResult,
  type StatusSync,
} from "@flowlix/engine";
import type { PaymentsDeps } from "../deps.ts";
import type { PaymentRow } from "../payment/payment.entity.ts";
import { syncPayment, type SyncedBy } from "./sync-payment.ts";
import type { PayersPayment } from "./sync-store.ts";

const statusSync = (deps: PaymentsDeps, by: SyncedBy): StatusSync<PaymentRow> => ({
  ...deps,
  noun: "payment",
  sync: (due, claimedAt) => syncPayment(deps, due, claimedAt, by),
});

/** Begins to sync what is due here, so many at most (docs/design/architecture.md#status-sync). */
export const beginDue = (deps: PaymentsDeps, limit?: number): Promise<BegunSyncs> =>
  begin(statusSync(deps, { who: "job" }), deps, limit);

/** Syncs one claimed Payment for a payer who waits for what it learns; never rejects. */
export const syncPaymentSafely = (
  deps: PaymentsDeps,
  due: PayersPayment,
  claimedAt: number,
): Promise<SyncResult> =>
  syncSafely(statusSync(deps, { who: "payer", jobsInMs: Math.max(0, due.due_in_ms) }), due, claimedAt);
