import type { ClockedTurn } from "@flowlix/contracts";
import type { RefundsDeps } from "../deps.ts";
import type { RefundRow } from "../refund/refund.entity.ts";
import { viewOf } from "../refund/refund-view.ts";

type Deps = Pick<RefundsDeps, "payments" | "tellings" | "metrics" | "logger">;

/** A busy owner of Payments holds nobody's answer up for longer; the loop tells it again. */
const TIMEOUT_MS = 1_500;

const TOLD_AT_ONCE = 8;

/**
 * Tells the owner of the Payment what has become of its Refund, before anybody else hears of it, and notes
 * its acknowledgement (architecture §6, Refund). Never rejects: what was not acknowledged is told again.
 */
export async function tellPayment(deps: Deps, row: RefundRow, requestId: string): Promise<boolean> {
  if (row.acknowledged_version >= row.version || row.status === "VOIDED") return true;
  try {
    const call = { requestId, timeoutMs: TIMEOUT_MS };
    await deps.payments.applyRefund({ refund: viewOf(row), version: row.version }, call);
    await deps.tellings.acknowledge(row.id, row.version);
    deps.metrics.tellings.inc({ result: "acknowledged" });
    return true;
  } catch (error) {
    deps.metrics.tellings.inc({ result: "failed" });
    deps.logger.warn(
      { err: error, refund_id: row.id },
      "a refund's payment could not be told; it is repeated",
    );
    return false;
  }
}

/** Tells what is due, so many Refunds at most. */
export async function tellDue(deps: Deps): Promise<ClockedTurn> {
  const claimed = await deps.tellings.claimUntold(TOLD_AT_ONCE);
  await Promise.all(claimed.map((row) => tellPayment(deps, row, "")));
  return { done: claimed.length, more: claimed.length === TOLD_AT_ONCE };
}
