import type { ErrorCode } from "./error-catalogue.ts";

/**
 * Amounts of a Payment in Sandbox that order an error, and which (docs/design/decisions.md#sandbox-payments). Nothing is
 * wrong then: whoever counts errors leaves them out.
 */
export const ORDERED_ERRORS: ReadonlyMap<number, ErrorCode> = new Map([
  [105_002, "processing_error"],
  [105_003, "service_unavailable"],
]);
