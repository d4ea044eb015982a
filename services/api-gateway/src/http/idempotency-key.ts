import type { IncomingMessage } from "node:http";
import { DomainError } from "@flowlix/runtime";

const HEADER = "Idempotency-Key";
/** 1 to 255 visible ASCII characters or spaces (decisions §1). */
const ALLOWED = /^[\x20-\x7e]{1,255}$/;

/**
 * The Idempotency-Key of a create, trimmed. Errors: parameter_missing where it is absent or empty,
 * parameter_invalid where it is anything else that is not allowed.
 */
export function readIdempotencyKey(request: IncomingMessage): string {
  const header = request.headers["idempotency-key"];
  const key = (Array.isArray(header) ? header.join(", ") : (header ?? "")).replace(/^[ \t]+|[ \t]+$/g, "");
  if (key === "") throw new DomainError("parameter_missing", { param: HEADER });
  // Node joins repeated headers with a comma; which of two keys was meant nobody can say.
  const repeated = key.includes(", ") && (request.headersDistinct["idempotency-key"]?.length ?? 0) > 1;
  if (repeated || !ALLOWED.test(key)) throw new DomainError("parameter_invalid", { param: HEADER });
  return key;
}
