import { isDomainError } from "./domain-error.ts";
import { isTransportError } from "./transport-error.ts";

/** SQLSTATEs and the codes of Node: nothing of a message, which could quote anything. */
const CODE = /^[0-9A-Z_]{3,40}$/;
const CAUSES_MAX = 4;
const NAME_MAX = 64;

/** Why something failed, as a code that may be shown: of a database's errors the SQLSTATE. */
export function reasonOf(error: unknown): string {
  let cause = error;
  for (let depth = 0; cause instanceof Error && depth < CAUSES_MAX; depth += 1) {
    if (isTransportError(cause)) return cause.kind;
    if (isDomainError(cause)) return cause.type;
    if ("code" in cause && typeof cause.code === "string" && CODE.test(cause.code)) return cause.code;
    cause = cause.cause;
  }
  return error instanceof Error ? error.name.slice(0, NAME_MAX) : "unknown";
}
