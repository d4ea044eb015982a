/** Why there was no answer, as the log of deliveries shows it. */
export const SEND_ERRORS = [
  "timeout",
  "url_refused",
  "host_unknown",
  "connection_refused",
  "connection_closed",
  "tls_failed",
  "invalid_response",
  "connection_failed",
  "signing_failed",
  "event_deleted",
] as const;
export type SendError = (typeof SEND_ERRORS)[number];

const BY_CODE: Readonly<Record<string, SendError>> = {
  WEBHOOK_URL_REFUSED: "url_refused",
  WEBHOOK_HOST_UNKNOWN: "host_unknown",
  ECONNREFUSED: "connection_refused",
  ECONNRESET: "connection_closed",
  EPIPE: "connection_closed",
  UND_ERR_SOCKET: "connection_closed",
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  ETIMEDOUT: "timeout",
  UND_ERR_HEADERS_OVERFLOW: "invalid_response",
};

const TLS_CODE = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO|HOSTNAME_MISMATCH)/;

/** Of an error of the HTTP client; by its code, never by its words. */
export function sendErrorOf(error: unknown): SendError {
  const code = codeOf(error);
  // The parser's errors name their class, and only some of them have a code.
  if (error instanceof Error && error.name === "HTTPParserError") return "invalid_response";
  if (TLS_CODE.test(code)) return "tls_failed";
  return BY_CODE[code] ?? "connection_failed";
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  if ("code" in error && typeof error.code === "string") return error.code;
  return error.cause === undefined ? "" : codeOf(error.cause);
}
