import { ERROR_CATALOGUE, errorDocPath, type ErrorCode, type ErrorEnvelope } from "@flowlix/contracts";
import { DomainError, isDomainError, isTransportError } from "@flowlix/runtime";
import { jsonText, type Answer } from "./answer.ts";

/** How soon a merchant may try again when only the failure, not its end, is known. */
const RETRY_AFTER_DEFAULT_S = 1;

/** Codes for which the catalogue of the specification knows no `param`. */
const WITHOUT_PARAM: ReadonlySet<ErrorCode> = new Set([
  "actor_forbidden",
  "internal_error",
  "invalid_api_key",
  "merchant_not_provisioned",
  "method_not_allowed",
  "object_state_conflict",
  "payment_acceptance_unavailable",
  "payout_submission_unavailable",
  "processing_error",
  "rate_limit_exceeded",
  "resource_not_found",
  "service_unavailable",
]);

/**
 * Any failure as an error of the catalogue: ours as it is, a failure of the transport as
 * `service_unavailable`, everything else as `internal_error` without a word of its own.
 */
export function domainErrorOf(error: unknown): DomainError {
  if (isDomainError(error)) return error;
  if (isTransportError(error)) {
    return new DomainError("service_unavailable", { retryAfterS: RETRY_AFTER_DEFAULT_S, cause: error });
  }
  return new DomainError("internal_error", { cause: error });
}

/** What an error of one request is answered with beside itself. */
export interface ErrorOrigin {
  readonly requestId: string;
  /** How merchants reach the gateway, and with it the pages that explain the error. */
  readonly publicUrl: string;
}

/** The only shape of an error body (docs/design/specification.md#error-envelope). */
export function errorAnswer(error: DomainError, { requestId, publicUrl }: ErrorOrigin): Answer {
  const { status, message } = ERROR_CATALOGUE[error.type];
  const param = WITHOUT_PARAM.has(error.type) ? undefined : error.param;
  const envelope: ErrorEnvelope = {
    error: {
      code: error.type,
      message: error.explanation ?? message,
      ...(param === undefined ? {} : { param }),
      doc_url: `${publicUrl}${errorDocPath(error.type)}`,
      ...(error.faults === undefined ? {} : { errors: [...error.faults] }),
      request_id: requestId,
    },
  };
  return jsonText(status, JSON.stringify(envelope), headersOf(error));
}

function headersOf(error: DomainError): Record<string, string> {
  if (error.type === "invalid_api_key") return { "WWW-Authenticate": "Bearer" };
  const retryAfterS =
    error.retryAfterS ?? (error.type === "service_unavailable" ? RETRY_AFTER_DEFAULT_S : undefined);
  return retryAfterS === undefined ? {} : { "Retry-After": String(Math.max(1, Math.ceil(retryAfterS))) };
}
