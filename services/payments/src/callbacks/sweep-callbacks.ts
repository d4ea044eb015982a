import type { PaymentsDeps } from "../deps.ts";

const BATCH = 100;

/**
 * Callbacks for references we do not have: matched for a day, then an anomaly, so that a charge nobody
 * here knows of is seen by a human (architecture §6, Provider callback). Old ones are deleted.
 */
export async function sweepCallbacks(
  deps: Pick<PaymentsDeps, "callbacks" | "anomalies" | "lookSoon">,
): Promise<void> {
  if ((await deps.callbacks.matchLate(BATCH)) > 0) deps.lookSoon();
  while ((await deps.anomalies.recordUnmatchedCallbacks(BATCH)) === BATCH);
  while ((await deps.callbacks.deleteOld(BATCH)) === BATCH);
}
