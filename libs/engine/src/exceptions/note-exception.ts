import type { ExceptionRecord } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import type { ExceptionsStore } from "./exceptions-store.ts";

export interface ExceptionNote {
  readonly anomaly_id: string;
  readonly actor: string;
  readonly note: string;
}

/**
 * Closes an exception with an operator's note and audits it (docs/design/decisions.md#charged-after-end).
 * Errors: object_not_found; object_state_conflict for one that has ended.
 */
export async function noteException(
  { exceptions }: { readonly exceptions: Pick<ExceptionsStore, "resolve" | "find"> },
  { anomaly_id, actor, note }: ExceptionNote,
): Promise<ExceptionRecord> {
  const resolved = await exceptions.resolve(anomaly_id, { resolution: "noted", note, actor });
  if (resolved !== null) return resolved;
  const exception = await exceptions.find(anomaly_id);
  throw new DomainError(
    exception === null ? "object_not_found" : "object_state_conflict",
    exception === null ? { param: anomaly_id } : {},
  );
}
