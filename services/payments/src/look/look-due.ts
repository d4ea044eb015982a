import {
  beginDue as begin,
  syncDue,
  syncSafely,
  type LookCounts,
  type LookResult,
  type StatusSync,
} from "@flowlix/engine";
import type { PaymentsDeps } from "../deps.ts";
import type { PaymentRow } from "../payment/payment.entity.ts";
import { lookAt } from "./look.ts";
import type { DuePayment } from "./looks-store.ts";

const statusSync = (deps: PaymentsDeps): StatusSync<PaymentRow> => ({
  ...deps,
  noun: "payment",
  sync: (due, claimedAt) => lookAt(deps, due, claimedAt),
});

/** Looks at what is due here, at most so many, and answers with counts (docs/design/architecture.md#look). */
export const lookDue = (deps: PaymentsDeps, limit: number): Promise<LookCounts> =>
  syncDue(statusSync(deps), deps, limit);

/** Begins to look at some of what is due here; answers whether more may be. */
export const beginDue = (deps: PaymentsDeps): Promise<boolean> => begin(statusSync(deps), deps);

/** Looks at one claimed Payment; never rejects. */
export const lookSafely = (deps: PaymentsDeps, due: DuePayment, claimedAt: number): Promise<LookResult> =>
  syncSafely(statusSync(deps), due, claimedAt);
