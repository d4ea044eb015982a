import type { Anomaly } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import type { AnomaliesStore } from "./anomalies-store.ts";

export interface AnomalyNote {
  readonly anomaly_id: string;
  readonly actor: string;
  readonly note: string;
}

/**
 * Ends an anomaly with an operator's words, audited (docs/design/decisions.md#limits).
 * Errors: object_not_found; object_state_conflict for one that has ended.
 */
export async function noteAnomaly(
  { anomalies }: { readonly anomalies: Pick<AnomaliesStore, "resolve" | "find"> },
  { anomaly_id, actor, note }: AnomalyNote,
): Promise<Anomaly> {
  const resolved = await anomalies.resolve(anomaly_id, { resolution: "noted", note, actor });
  if (resolved !== null) return resolved;
  const anomaly = await anomalies.find(anomaly_id);
  throw new DomainError(
    anomaly === null ? "object_not_found" : "object_state_conflict",
    anomaly === null ? { param: anomaly_id } : {},
  );
}
