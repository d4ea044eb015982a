import type { ErrorCode, Schema } from "./types.ts";

export type Fault = NonNullable<Schema<"ErrorEnvelope">["error"]["errors"]>[number];

interface ApiErrorDetails {
  readonly status: number;
  readonly message: string;
  readonly rawCode?: string | undefined;
  readonly param?: string | undefined;
  readonly errors?: readonly Fault[] | undefined;
  readonly docUrl?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly outcomeUnknown: boolean;
}

/**
 * What every error of a call has. It holds nothing of the request's body and not the API key.
 * `outcomeUnknown` where an object may have been made: repeat the call with `idempotencyKey`, never with another key
 * (docs/site/idempotency.md#what-to-do-with-an-answer).
 */
abstract class CallError extends Error {
  /** Whether a request of the call, this one or one before, may have been carried out without telling of it. */
  outcomeUnknown: boolean;
  /** The key of a create: the caller's own, or the one that was made for the call. */
  idempotencyKey: string | undefined;
  /** How many requests were sent. */
  tries = 1;

  constructor(message: string, outcomeUnknown: boolean) {
    super(message);
    this.outcomeUnknown = outcomeUnknown;
  }
}

/** An answer that is an error. `code` narrows the type; `message` is for developers and can change. */
export class ApiError<
  Code extends ErrorCode | "unknown_code" = ErrorCode | "unknown_code",
> extends CallError {
  override readonly name = "ApiError";
  readonly code: Code;
  /** The code as it came; another than `code` only where this version does not know it. */
  readonly rawCode: string | undefined;
  readonly status: number;
  /** The field, header, path or query value that it is about. */
  readonly param: string | undefined;
  /** Where a body has several faults: all of them. */
  readonly errors: readonly Fault[];
  readonly docUrl: string | undefined;
  /** Give it to support. */
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(code: Code, details: ApiErrorDetails) {
    super(details.message, details.outcomeUnknown);
    this.code = code;
    this.rawCode = details.rawCode;
    this.status = details.status;
    this.param = details.param;
    this.errors = details.errors ?? [];
    this.docUrl = details.docUrl;
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
  }
}

export type NoAnswerCode = "connection_failed" | "timed_out" | "answer_unreadable" | "aborted";

/** No answer that can be read. Whether the request was carried out is not known, unless it never left. */
export class NoAnswerError<Code extends NoAnswerCode = NoAnswerCode> extends CallError {
  override readonly name = "NoAnswerError";
  readonly code: Code;

  constructor(code: Code, message: string, outcomeUnknown: boolean) {
    super(message, outcomeUnknown);
    this.code = code;
  }
}

export type WebhookErrorCode =
  | "webhook_headers_missing"
  | "webhook_timestamp_refused"
  | "webhook_signature_wrong"
  | "webhook_body_unreadable";

/** Not a genuine delivery of this secret: answer 400 and read nothing of it. */
export class WebhookError<Code extends WebhookErrorCode = WebhookErrorCode> extends Error {
  override readonly name = "WebhookError";
  readonly code: Code;

  constructor(code: Code, message: string) {
    super(message);
    this.code = code;
  }
}

/** Every error of a call and of a verification; `code` tells them apart. */
export type FlowlixError =
  | { [Code in ErrorCode | "unknown_code"]: ApiError<Code> }[ErrorCode | "unknown_code"]
  | { [Code in NoAnswerCode]: NoAnswerError<Code> }[NoAnswerCode]
  | { [Code in WebhookErrorCode]: WebhookError<Code> }[WebhookErrorCode];

/** Whether it is an error of this package, for a `switch` over `error.code`. */
export function isFlowlixError(error: unknown): error is FlowlixError {
  return error instanceof CallError || error instanceof WebhookError;
}
