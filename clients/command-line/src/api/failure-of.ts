import { ApiError, NoAnswerError } from "@flowlix/client";
import { EXIT, Failure, usage, type ErrorFacts, type ExitCode } from "../failure.ts";

const EXIT_OF_STATUS: Readonly<Record<number, ExitCode>> = {
  400: EXIT.usage,
  401: EXIT.noKey,
  403: EXIT.noKey,
  404: EXIT.notFound,
  429: EXIT.unavailable,
};

export const exitOf = (status: number): ExitCode =>
  EXIT_OF_STATUS[status] ?? (status >= 500 ? EXIT.unavailable : EXIT.refused);

/** Throws what a call of the client came to as the failure of a command. */
export function failureOf(error: unknown): never {
  if (error instanceof ApiError) throw new Failure(exitOf(error.status), messageOf(error), factsOf(error));
  if (error instanceof NoAnswerError)
    throw new Failure(EXIT.unavailable, messageOf(error), { code: error.code });
  // The client says what it cannot send, and repeats no secret.
  if (error instanceof TypeError) throw usage(error.message);
  throw error;
}

/** Why a request is repeated, in a sentence. */
export function whyAgain(error: ApiError | NoAnswerError): string {
  if (error instanceof NoAnswerError) return error.message;
  const { status, rawCode, code, retryAfterMs: ms } = error;
  const wait = ms === undefined ? "" : `, Retry-After ${Math.ceil(ms / 1000)} s`;
  return `HTTP ${status} ${rawCode ?? code}${wait}.`;
}

/** Where a create may have been made, with the key to repeat it with. */
const messageOf = ({ message, outcomeUnknown, idempotencyKey: key }: ApiError | NoAnswerError): string =>
  outcomeUnknown && key !== undefined
    ? `${message} It may have been made: repeat it with --idempotency-key ${key}.`
    : message;

function factsOf(error: ApiError): ErrorFacts {
  const { code, rawCode, status, param, docUrl, requestId, errors } = error;
  return {
    code: rawCode ?? code,
    status,
    ...(param === undefined ? {} : { param }),
    ...(docUrl === undefined ? {} : { doc_url: docUrl }),
    ...(errors.length === 0 ? {} : { errors }),
    ...(requestId === undefined ? {} : { request_id: requestId }),
  };
}
