import { deadlineIn } from "@flowlix/provider";
import type { Refund } from "@flowlix/contracts";
import type { RefundsDeps } from "../deps.ts";
import type { RefundRow } from "../refund/refund.entity.ts";
import { viewOf } from "../refund/refund-view.ts";
import { waitUntilShown, type AwaitPaymentDeps } from "../reporting/await-payment.ts";

export type ReadDeps = AwaitPaymentDeps & Pick<RefundsDeps, "reads" | "settings">;

/** As long as a page of a list may take. */
const READ_MAX_MS = 4_000;

/**
 * The Refund of a row, once its Payment shows it too. Nearly every row was acknowledged before, and then nobody is
 * asked. A row that was recorded a moment ago is reported by its reader, so that no read goes back behind another. A
 * Refund whose Payment refuses it for good is answered as it is recorded: its Payment never shows it, and an operator
 * is notified.
 * Errors: service_unavailable where the Payment's owner cannot be had in time.
 */
export async function asShown(deps: ReadDeps, row: RefundRow, requestId: string): Promise<Refund> {
  const deadline = deadlineIn(Math.min(READ_MAX_MS, deps.settings.ownerDeadlineMs));
  await waitUntilShown(deps, row, { requestId, deadline });
  return viewOf(row);
}
