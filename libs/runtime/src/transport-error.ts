/**
 * How a call failed without an answer of its owner.
 * `timeout`: no answer in time. `unavailable`: no process offers the action, or it is stopping.
 * `disconnected`: there is no bus. `rejected`: given up on while waiting.
 */
export type TransportErrorKind = "timeout" | "unavailable" | "disconnected" | "rejected";

/** A call that nobody answered. Says nothing about the object, except where `mayHaveRun` is false. */
export class TransportError extends Error {
  readonly kind: TransportErrorKind;
  readonly action: string;
  /** False only when the request certainly reached no handler. */
  readonly mayHaveRun: boolean;

  constructor(kind: TransportErrorKind, action: string, mayHaveRun: boolean) {
    super(`The call of ${action} had no answer: ${kind}.`);
    this.name = "TransportError";
    this.kind = kind;
    this.action = action;
    this.mayHaveRun = mayHaveRun;
  }
}

export function isTransportError(error: unknown): error is TransportError {
  return (
    error instanceof Error && error.name === "TransportError" && "kind" in error && "mayHaveRun" in error
  );
}

interface Meaning {
  readonly kind: TransportErrorKind;
  readonly mayHaveRun: boolean;
}

/** Moleculer's errors by name: across processes only the name survives for certain. */
const MEANING_BY_NAME: Readonly<Record<string, Meaning>> = {
  RequestTimeoutError: { kind: "timeout", mayHaveRun: true },
  ServiceNotFoundError: { kind: "unavailable", mayHaveRun: false },
  ServiceNotAvailableError: { kind: "unavailable", mayHaveRun: false },
  BrokerDisconnectedError: { kind: "disconnected", mayHaveRun: false },
  RequestRejectedError: { kind: "rejected", mayHaveRun: true },
  RequestSkippedError: { kind: "rejected", mayHaveRun: false },
  QueueIsFullError: { kind: "rejected", mayHaveRun: false },
};

/** What one of Moleculer's own errors means; undefined for any other error. */
export function transportErrorOf(error: unknown, action: string): TransportError | undefined {
  if (!(error instanceof Error)) return undefined;
  const meaning = MEANING_BY_NAME[error.name];
  return meaning && new TransportError(meaning.kind, action, meaning.mayHaveRun);
}
