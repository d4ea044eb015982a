import { ApiError, type Fault } from "./errors.ts";
import { leavesUnknown, retryAfterMs } from "./retry.ts";
import { ERROR_CODES } from "./openapi-values.ts";
import type { ErrorCode } from "./types.ts";

const isKnown = (code: string | undefined): code is ErrorCode =>
  code !== undefined && (ERROR_CODES as readonly string[]).includes(code);

/** The error of an answer. One without the API's envelope comes from something in between, such as a proxy. */
export function answeredError(response: Response, text: string, now: number): ApiError {
  const { status, headers } = response;
  const envelope = envelopeOf(text);
  const rawCode = textOf(envelope["code"]);
  return new ApiError(isKnown(rawCode) ? rawCode : "unknown_code", {
    status,
    message: textOf(envelope["message"]) ?? `HTTP ${status}, without an error of the API.`,
    rawCode,
    param: textOf(envelope["param"]),
    errors: Array.isArray(envelope["errors"]) ? envelope["errors"].filter(isFault) : [],
    docUrl: textOf(envelope["doc_url"]),
    requestId: textOf(envelope["request_id"]) ?? headers.get("request-id") ?? undefined,
    retryAfterMs: retryAfterMs(headers.get("retry-after"), now),
    outcomeUnknown: leavesUnknown({ status, code: rawCode }),
  });
}

function envelopeOf(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    return recordOf(recordOf(body)["error"]);
  } catch {
    return {};
  }
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

function isFault(value: unknown): value is Fault {
  const { code, message } = recordOf(value);
  return typeof code === "string" && typeof message === "string";
}
