import type { FindResult, idempotencyContract, Params } from "@flowlix/contracts";
import { matchRecord } from "./match-record.ts";
import type { RecordsStore } from "./records-store.ts";

/**
 * Answers what a key would answer, without writing. Refusals use it that must come after replays
 * (docs/design/decisions.md#request-order) and leave no record. Errors: internal_error.
 */
export async function find(
  store: RecordsStore,
  request: Params<typeof idempotencyContract, "find">,
): Promise<FindResult> {
  const record = await store.read(request);
  if (record === null) return { kind: "nothing" };
  const match = matchRecord(record, request.fingerprints);
  if (match.kind !== "free" && match.kind !== "own") return match;
  return { kind: "unfinished", object_id: record.object_id };
}
