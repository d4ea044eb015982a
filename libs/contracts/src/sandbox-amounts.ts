import type { ErrorCode } from "./error-catalogue.ts";

/**
 * The error that each of these amounts of a Sandbox Payment orders (docs/design/decisions.md#sandbox-payments). Nothing
 * is wrong then: what counts errors leaves them out.
 */
export const ORDERED_ERRORS: ReadonlyMap<number, ErrorCode> = new Map([
  [105_002, "processing_error"],
  [105_003, "service_unavailable"],
]);
