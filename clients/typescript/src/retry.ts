import type { ErrorCode } from "./types.ts";

/**
 * `keyed`: a create; its idempotency key lets it be repeated. `safe`: repeating changes nothing more.
 * `once`: a repeat would do it again, so it is repeated only where it certainly was not done.
 */
export type Repeatable = "keyed" | "safe" | "once";

/** The result of a request that failed: no answer, or an error's status and code. */
export interface Fault {
  readonly status?: number | undefined;
  readonly code?: string | undefined;
}

const CONFLICTS_THAT_PASS: readonly string[] = [
  "idempotency_key_in_use",
  "object_state_conflict",
] satisfies readonly ErrorCode[];

const TOO_MANY = 429;
const CONFLICT = 409;

/**
 * Whether the same request may be sent again, a create with the same key
 * (docs/site/idempotency.md#what-to-do-with-an-answer, docs/design/specification.md#error-codes).
 */
export function mayRepeat({ status, code }: Fault, repeatable: Repeatable): boolean {
  // The quota is checked before everything but the key: nothing was done.
  if (status === TOO_MANY) return true;
  if (repeatable === "once") return false;
  if (status === undefined || status >= 500) return true;
  return status === CONFLICT && CONFLICTS_THAT_PASS.includes(code ?? "");
}

/** Whether an object may exist although there is no answer that shows it. */
export const leavesUnknown = ({ status, code }: Fault): boolean =>
  status !== TOO_MANY && mayRepeat({ status, code }, "safe");

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;

/**
 * How long to wait after so many tries: twice as long each time, the upper half at random so that clients that failed
 * together do not come back together. Never shorter than `Retry-After`.
 */
export function waitMs(tries: number, atLeastMs: number | undefined, random: () => number): number {
  const full = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(tries - 1, 10));
  const jittered = full * (0.5 + random() / 2);
  return atLeastMs === undefined ? jittered : atLeastMs + jittered / 2;
}

/** `Retry-After` in seconds or as a date; undefined where there is none that can be read. */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^[0-9]{1,9}$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
