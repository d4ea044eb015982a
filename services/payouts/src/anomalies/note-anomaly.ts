import type { Anomaly, Params, payoutsContract } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import type { PayoutsDeps } from "../deps.ts";

/**
 * Ends an anomaly with an operator's words, audited (decisions §10).
 * Errors: object_not_found; object_state_conflict for one that has ended.
 */
export async function noteAnomaly(
  deps: Pick<PayoutsDeps, "anomalies">,
  { anomaly_id, actor, note }: Params<typeof payoutsContract, "noteAnomaly">,
): Promise<Anomaly> {
  const resolved = await deps.anomalies.resolve(anomaly_id, { resolution: "noted", note, actor });
  if (resolved !== null) return resolved;
  const anomaly = await deps.anomalies.find(anomaly_id);
  throw new DomainError(
    anomaly === null ? "object_not_found" : "object_state_conflict",
    anomaly === null ? { param: anomaly_id } : {},
  );
}
