import { DomainError } from "@flowlix/runtime";

const HEADER = "Idempotency-Key";
/** 1 to 255 visible ASCII characters or spaces (decisions §1). */
const ALLOWED = /^[\x20-\x7e]{1,255}$/;

/**
 * The Idempotency-Key of a create, trimmed. Errors: parameter_missing where it is absent or empty,
 * parameter_invalid where it is anything else that is not allowed.
 */
export function readIdempotencyKey(header: string | string[] | undefined): string {
  const key = (Array.isArray(header) ? header.join(", ") : (header ?? "")).replace(/^[ \t]+|[ \t]+$/g, "");
  if (key === "") throw new DomainError("parameter_missing", { param: HEADER });
  if (!ALLOWED.test(key)) throw new DomainError("parameter_invalid", { param: HEADER });
  return key;
}
