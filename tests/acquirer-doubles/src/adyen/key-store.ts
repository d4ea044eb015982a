import { createHash } from "node:crypto";
import type { DoubleAnswer, DoubleRequest } from "../shared/messages.ts";
import { serviceError } from "./service-error.ts";

const KEY_HEADER = "idempotency-key";
const KEY_LENGTH_MAX = 64;

interface Kept {
  readonly fingerprint: string;
  /** Null while its request is under way. */
  answer: DoubleAnswer | null;
}

/** Answers that are kept: of a 401 or a 500 the next request with the key is the first again. */
const isKept = ({ status }: DoubleAnswer): boolean => status < 300 || status === 422;

const fingerprintOf = ({ path, body }: DoubleRequest): string =>
  createHash("sha256").update(path).update("\n").update(body).digest("hex");

/**
 * Idempotency as Adyen documents it: a key replays the first answer to the same request, clashes with another one, and
 * is refused while its request is under way.
 */
export function createKeyStore(underWayMs: number) {
  const kept = new Map<string, Kept>();

  return async (request: DoubleRequest, execute: () => DoubleAnswer): Promise<DoubleAnswer> => {
    const key = request.headers[KEY_HEADER];
    // Without a key Adyen executes whatever comes: so does the double, that a test may see it.
    if (typeof key !== "string") return execute();
    if (key.length > KEY_LENGTH_MAX) return serviceError(422, "701", "the key is too long");
    const fingerprint = fingerprintOf(request);
    const before = kept.get(key);
    if (before?.answer === null || (before !== undefined && before.fingerprint !== fingerprint))
      return serviceError(422, "704", "request already processed or in progress");
    if (before?.answer !== undefined) return withKey(before.answer, key);
    const mine: Kept = { fingerprint, answer: null };
    kept.set(key, mine);
    const answer = execute();
    if (underWayMs > 0) await new Promise((resolve) => setTimeout(resolve, underWayMs));
    if (isKept(answer)) mine.answer = answer;
    else kept.delete(key);
    return withKey(answer, key);
  };
}

const withKey = (answer: DoubleAnswer, key: string): DoubleAnswer => ({
  ...answer,
  headers: { ...answer.headers, [KEY_HEADER]: key },
});
