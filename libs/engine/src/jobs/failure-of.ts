import { databaseIsAway } from "@flowlix/persistence";
import { isDomainError, isTransportError } from "@flowlix/runtime";

/** Why a job failed, as a code that may be shown: never a message, which could quote anything. */
export function failureOf(error: unknown): string {
  if (isTransportError(error)) return error.kind;
  if (isDomainError(error)) return error.type;
  if (databaseIsAway(error)) return "service_unavailable";
  return error instanceof Error ? error.name : "unknown";
}
