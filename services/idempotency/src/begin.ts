import { DomainError } from "@flowlix/runtime";
import type { BeginResult, idempotencyContract, Params } from "@flowlix/contracts";
import { matchRecord } from "./match-record.ts";
import type { RecordsStore } from "./records-store.ts";

/** Concurrent releases and takeovers change records. More rounds than this are not contention. */
const ROUNDS_MAX = 5;

/**
 * Binds a key to a fingerprint and to the id of the object to be made, or answers the existing record. The unique
 * index decides between simultaneous requests, so it inserts first and reads second
 * (docs/design/architecture.md#create-payment). Errors: internal_error; service_unavailable for a key that is named by
 * its text alone once hashed names are stored.
 */
export async function begin(
  store: RecordsStore,
  request: Params<typeof idempotencyContract, "begin">,
): Promise<BeginResult> {
  const [fingerprint] = request.fingerprints;
  if (fingerprint === undefined) throw new DomainError("internal_error");
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const { token } = request;
    const submissionDeadline = await store.insert({ ...request, fingerprint });
    if (submissionDeadline !== null) {
      return {
        kind: "proceed",
        object_id: request.object_id,
        token,
        start_before: submissionDeadline,
        resumed: false,
      };
    }
    const record = await store.read(request);
    if (record === null) {
      // A gateway of the release before cannot find a record by its hashed name, and would make the object again.
      if (await store.comesTooLate({ ...request, fingerprint })) throw new DomainError("service_unavailable");
      continue;
    }
    const { idempotency_key } = record;
    const name = idempotency_key === request.idempotency_key ? {} : { idempotency_key };
    const match = matchRecord(record, request.fingerprints, token);
    if (match.kind === "own") {
      const resumed = record.object_id !== request.object_id;
      return {
        kind: "proceed",
        ...name,
        object_id: record.object_id,
        token,
        start_before: match.submissionDeadlineMs,
        resumed,
      };
    }
    if (match.kind !== "free") return match;
    const taken = await store.takeOver({ ...request, idempotency_key }, record, token);
    if (taken === null) continue;
    const { object_id } = record;
    return { kind: "proceed", ...name, object_id, token, start_before: taken, resumed: true };
  }
  return { kind: "in_use" };
}
