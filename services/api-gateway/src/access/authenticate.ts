import type { IncomingHttpHeaders } from "node:http";
import type { Deadline } from "@flowlix/provider";
import { DomainError } from "@flowlix/runtime";
import { explainNoKey, explainRefusedKey } from "../explain/explain-key.ts";
import type { ApiCaller } from "./api-caller.ts";
import type { KeyCache } from "./key-cache.ts";
import { hashOfKey, isKeyText } from "./key-text.ts";

export type AuthFailure = "missing" | "malformed" | "unknown" | "expired" | "revoked";

export interface Authentication {
  readonly keys: KeyCache;
  /** Marks a key as used just now; must not wait for anything. */
  readonly touch: (keyId: string) => void;
  readonly onFailure: (reason: AuthFailure) => void;
  readonly onUnavailable: (error: unknown) => void;
}

const BEARER = /^Bearer +([^\s]+) *$/i;
const RETRY_AFTER_S = 1;
/** The share of a request's time. A longer lookup would leave too little for the request itself. */
const LOOKUP_SHARE = 0.5;

/**
 * Whose request this is. Errors: invalid_api_key for whatever is wrong with the token;
 * service_unavailable while nobody can say.
 */
export async function authenticate(
  auth: Authentication,
  headers: IncomingHttpHeaders,
  deadline: Deadline,
): Promise<ApiCaller> {
  const { authorization: header = "" } = headers;
  if (header === "") return refuse(auth, "missing", explainNoKey(headers));
  const text = BEARER.exec(header)?.[1];
  if (text === undefined || !isKeyText(text)) return refuse(auth, "malformed", explainNoKey(headers));
  const found = await find(auth, hashOfKey(text), deadline);
  if (found.kind === "refused") return refuse(auth, found.reason, explainRefusedKey(text));
  auth.touch(found.caller.keyId);
  return found.caller;
}

async function find(auth: Authentication, hash: Buffer, deadline: Deadline) {
  try {
    return await auth.keys.find(hash, deadline.remainingMs() * LOOKUP_SHARE);
  } catch (cause) {
    auth.onUnavailable(cause);
    throw new DomainError("service_unavailable", { retryAfterS: RETRY_AFTER_S, cause });
  }
}

function refuse(auth: Authentication, reason: AuthFailure, explanation: string): never {
  auth.onFailure(reason);
  throw new DomainError("invalid_api_key", { explanation });
}
