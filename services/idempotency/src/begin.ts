import { DomainError } from "@flowlix/runtime";
import type { BeginResult, idempotencyContract, Params } from "@flowlix/contracts";
import { judgeRecord } from "./judge-record.ts";
import type { RecordsStore } from "./records-store.ts";

/** Records come and go under concurrent releases and takeovers; more rounds than this is not contention. */
const ROUNDS_MAX = 5;

/**
 * Binds a key to a fingerprint and to the id of the object to be made, or says what is there. The
 * unique index decides between simultaneous requests; reading comes second (architecture §6).
 * Errors: internal_error.
 */
export async function begin(
  store: RecordsStore,
  request: Params<typeof idempotencyContract, "begin">,
): Promise<BeginResult> {
  const [fingerprint] = request.fingerprints;
  if (fingerprint === undefined) throw new DomainError("internal_error");
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const { token } = request;
    const startBefore = await store.insert({ ...request, fingerprint });
    if (startBefore !== null) {
      return {
        kind: "proceed",
        object_id: request.object_id,
        token,
        start_before: startBefore,
        resumed: false,
      };
    }
    const record = await store.read(request);
    if (record === null) continue;
    const judgement = judgeRecord(record, request.fingerprints, token);
    if (judgement.kind === "own") {
      const resumed = record.object_id !== request.object_id;
      return {
        kind: "proceed",
        object_id: record.object_id,
        token,
        start_before: judgement.startBeforeMs,
        resumed,
      };
    }
    if (judgement.kind !== "free") return judgement;
    const taken = await store.takeOver(request, record, token);
    if (taken !== null)
      return { kind: "proceed", object_id: record.object_id, token, start_before: taken, resumed: true };
  }
  return { kind: "in_use" };
}
