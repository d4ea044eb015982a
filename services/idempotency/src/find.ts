import type { FindResult, idempotencyContract, Params } from "@flowlix/contracts";
import { judgeRecord } from "./judge-record.ts";
import type { RecordsStore } from "./records-store.ts";

/**
 * What a key would answer, without writing: for refusals that must come after replays
 * (docs/design/decisions.md#request-order) and leave no record. Errors: internal_error.
 */
export async function find(
  store: RecordsStore,
  request: Params<typeof idempotencyContract, "find">,
): Promise<FindResult> {
  const record = await store.read(request);
  if (record === null) return { kind: "nothing" };
  const judgement = judgeRecord(record, request.fingerprints);
  if (judgement.kind !== "free" && judgement.kind !== "own") return judgement;
  return { kind: "unfinished", object_id: record.object_id };
}
