import type { WithAcquirerId } from "./outcome.ts";

const PRINTABLE = /^[\x21-\x7e]{1,128}$/;

/** The acquirer's own id that an answer tells; null where it tells none, or one that nobody could keep. */
export const acquirerIdOf = (outcome: object & WithAcquirerId): string | null =>
  outcome.acquirerId !== undefined && PRINTABLE.test(outcome.acquirerId) ? outcome.acquirerId : null;
