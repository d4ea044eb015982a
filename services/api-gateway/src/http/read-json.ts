import { DomainError } from "@flowlix/runtime";
import { explainJson } from "../explain/explain-json.ts";
import { explainMediaType } from "../explain/explain-media-type.ts";
import { repeatedNameRefusal } from "../explain/explain-repeated-name.ts";
import { decodeUtf8 } from "./decode-utf8.ts";
import { charsetOf, isJsonType } from "./media-type.ts";
import { hasRepeatedName } from "./repeated-names.ts";
import { withoutRoundedNumbers } from "./rounded-numbers.ts";

/** Larger bodies are refused (docs/design/decisions.md#fault-codes). */
export const BODY_BYTES_MAX = 64 * 1024;

/**
 * The body as JSON. Errors: request_body_invalid, of a wrong or missing media type with its header as param, of
 * malformed JSON without one, of a field that stands twice with its path; whether it is an object is the schema's
 * business. A number that became whole by rounding alone comes back as NaN, which no schema takes.
 */
export function readJson(contentType: string | undefined, body: Buffer): unknown {
  if (contentType === undefined || !isJson(contentType)) throw mediaTypeRefusal(contentType);
  const text = decodeUtf8(body);
  const value = parsed(text);
  if (hasRepeatedName(text, value)) throw repeatedNameRefusal(text);
  return withoutRoundedNumbers(text, value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The cause is dropped: a parser's message quotes what it read, and that may be a card.
    throw new DomainError("request_body_invalid", { explanation: explainJson(text) });
  }
}

export const mediaTypeRefusal = (contentType: string | undefined): DomainError =>
  new DomainError("request_body_invalid", {
    param: "Content-Type",
    explanation: explainMediaType(contentType),
  });

/** `application/json`, with no character set but UTF-8; other parameters mean nothing and are let be. */
function isJson(contentType: string): boolean {
  if (contentType === "application/json") return true;
  if (!isJsonType(contentType)) return false;
  const charset = charsetOf(contentType);
  return charset === undefined || charset.toLowerCase() === "utf-8";
}
