import { isTransportError } from "@flowlix/runtime";
import type { AuthenticatedRequest } from "../http/route.ts";
import { callOf } from "./notifier-call.ts";

/** Longer than the owner lets a statement of its reads take (4 s): what is only slow is answered, not made twice. */
const FIRST_TRY_MS = 5_000;

/**
 * A read of the owner, made once more where the first was left without an answer: the process that had it may
 * be gone, and another one answers at once. Errors: as the last call's.
 */
export async function readAgain<T>(
  request: Pick<AuthenticatedRequest, "requestId" | "deadline">,
  read: (call: ReturnType<typeof callOf>) => Promise<T>,
): Promise<T> {
  const whole = callOf(request);
  try {
    return await read({ ...whole, timeoutMs: Math.min(FIRST_TRY_MS, whole.timeoutMs) });
  } catch (error) {
    if (!isTransportError(error) || !error.mayHaveRun) throw error;
    return read(callOf(request));
  }
}
