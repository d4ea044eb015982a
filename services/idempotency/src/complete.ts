import type { idempotencyContract, Params, Result } from "@flowlix/contracts";
import type { RecordsStore } from "./records-store.ts";

/**
 * Stores the response where none is stored and answers the stored one, so that two finishers tell
 * the same story. A stale token stores nothing and is told what is stored, null if nothing is.
 */
export async function complete(
  store: RecordsStore,
  request: Params<typeof idempotencyContract, "complete">,
): Promise<Result<typeof idempotencyContract, "complete">> {
  if (await store.complete(request)) return { response: request.response };
  const record = await store.read(request);
  if (record === null || record.response_status === null || record.response_body === null)
    return { response: null };
  return { response: { status: record.response_status, body: record.response_body } };
}
