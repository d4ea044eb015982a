import type { IncomingMessage } from "node:http";
import { DomainError } from "@flowlix/runtime";

const HEADER = "Idempotency-Key";
/** 1 to 255 visible ASCII characters or spaces (docs/design/decisions.md#idempotency-key). */
const ALLOWED = /^[\x20-\x7e]{1,255}$/;
/** Blanks around a key are no part of it. No client sends more than this, and a longer header is not read. */
const SENT_MAX = 1024;
const BLANKS = " \t";

/**
 * The Idempotency-Key of a create, trimmed. Errors: parameter_missing where it is absent or empty,
 * parameter_invalid where it is anything else that is not allowed.
 */
export function readIdempotencyKey(request: IncomingMessage): string {
  const header = request.headers["idempotency-key"];
  const sent = Array.isArray(header) ? header.join(", ") : (header ?? "");
  if (sent.length > SENT_MAX) throw new DomainError("parameter_invalid", { param: HEADER });
  const key = trimmed(sent);
  if (key === "") throw new DomainError("parameter_missing", { param: HEADER });
  // Node joins repeated headers with a comma; which of two keys was meant nobody can say.
  const repeated = key.includes(", ") && (request.headersDistinct["idempotency-key"]?.length ?? 0) > 1;
  if (repeated || !ALLOWED.test(key)) throw new DomainError("parameter_invalid", { param: HEADER });
  return key;
}

/** In one pass over each end: an expression that looks for blanks at the end begins again at every blank. */
function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && BLANKS.includes(text.charAt(start))) start += 1;
  while (end > start && BLANKS.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
