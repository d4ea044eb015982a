import type { IncomingMessage } from "node:http";
import { DomainError } from "@flowlix/runtime";

const HEADER = "Idempotency-Key";
/** 1 to 255 visible ASCII characters or spaces (docs/design/decisions.md#idempotency-key). */
const ALLOWED = /^[\x20-\x7e]{1,255}$/;
const KEY_MAX = 255;
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
  if (sent.length > SENT_MAX)
    throw refusal("parameter_invalid", `The Idempotency-Key has ${sent.length} characters.`);
  // Node joins repeated headers with a comma, empty ones too; which of two keys was meant nobody can say.
  const repeated = sent.includes(", ") && (request.headersDistinct["idempotency-key"]?.length ?? 0) > 1;
  if (repeated) throw refusal("parameter_invalid", "The header Idempotency-Key came more than once.");
  const key = trimmed(sent);
  if (key === "") throw refusal("parameter_missing", whatIsMissing(request));
  if (!ALLOWED.test(key)) throw refusal("parameter_invalid", whatIsWrong(key));
  return key;
}

export const KEY_WANTED =
  "It must be 1 to 255 visible ASCII characters or spaces, new for each create and the same for its repeats, such as a UUID.";

const refusal = (code: "parameter_missing" | "parameter_invalid", what: string): DomainError =>
  new DomainError(code, { param: HEADER, explanation: `${what} ${KEY_WANTED}` });

/** How other APIs call it. */
const OTHER_NAMES = ["X-Idempotency-Key", "IdempotencyKey", "Idempotency_Key"];

function whatIsMissing({ headers }: IncomingMessage): string {
  const other = OTHER_NAMES.find((name) => name.toLowerCase() in headers);
  const hint = other === undefined ? "" : `The header ${other} is not read. `;
  return `${hint}Every create needs the header ${HEADER}.`;
}

const whatIsWrong = (key: string): string =>
  key.length > KEY_MAX
    ? `The Idempotency-Key has ${key.length} characters.`
    : "The Idempotency-Key has a character that is not allowed.";

/** In one pass over each end: an expression that looks for blanks at the end begins again at every blank. */
function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && BLANKS.includes(text.charAt(start))) start += 1;
  while (end > start && BLANKS.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
