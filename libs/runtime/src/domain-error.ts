import { ERROR_CATALOGUE, type ErrorCode, type ErrorFault, type KeyDisposition } from "@flowlix/contracts";

export interface DomainErrorDetails {
  /** Path of the parameter at fault, as the envelope's `param`. */
  readonly param?: string;
  /**
   * What was wrong and how it looks when right, as the envelope's `message`; the catalogue's sentence where absent.
   * It may repeat what the client sent, but never what could be secret or part of a card.
   */
  readonly explanation?: string;
  /** All faults of a body, where it has several. */
  readonly faults?: readonly ErrorFault[];
  /** Seconds after which a repeat may succeed, as the `Retry-After` header. */
  readonly retryAfterS?: number;
  /** What the failure leaves of its idempotency key. */
  readonly key?: KeyDisposition;
  readonly cause?: unknown;
}

/**
 * A refusal in the words of the error catalogue (docs/design/specification.md#error-codes). The only error that crosses
 * processes; callers branch on `type` alone (docs/design/architecture.md#typed-calls).
 */
export class DomainError extends Error {
  readonly type: ErrorCode;
  readonly param?: string;
  readonly explanation?: string;
  readonly faults?: readonly ErrorFault[];
  readonly retryAfterS?: number;
  readonly key?: KeyDisposition;

  constructor(type: ErrorCode, details: DomainErrorDetails = {}) {
    super(ERROR_CATALOGUE[type].message, details.cause === undefined ? {} : { cause: details.cause });
    this.name = "DomainError";
    this.type = type;
    if (details.param !== undefined) this.param = details.param;
    if (details.explanation !== undefined) this.explanation = details.explanation;
    if (details.faults !== undefined) this.faults = details.faults;
    if (details.retryAfterS !== undefined) this.retryAfterS = details.retryAfterS;
    if (details.key !== undefined) this.key = details.key;
  }
}

/** By shape and never by class: an error that came over the bus was made anew. */
export function isDomainError(error: unknown): error is DomainError {
  return (
    error instanceof Error &&
    error.name === "DomainError" &&
    "type" in error &&
    typeof error.type === "string" &&
    Object.hasOwn(ERROR_CATALOGUE, error.type)
  );
}
