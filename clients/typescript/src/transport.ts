import { randomUUID } from "node:crypto";
import { answeredError } from "./answered-error.ts";
import { ApiError, NoAnswerError } from "./errors.ts";
import { mayRepeat, waitMs, type Repeatable } from "./retry.ts";
import type { Settings } from "./settings.ts";

export interface CallOptions {
  /** Of one request, in milliseconds. */
  readonly timeoutMs?: number;
  /** Of the call with its repeats, in milliseconds: no request begins after it. 0 for one request alone. */
  readonly deadlineMs?: number;
  /** Ends the call. What a create had sent may be carried out all the same. */
  readonly signal?: AbortSignal;
  /** Told before each wait what the request came to that is repeated after it. */
  readonly onRepeat?: (error: ApiError | NoAnswerError) => void;
}

export interface CreateOptions extends CallOptions {
  /** Your own, stored before the call; else one is made, and every repeat of the call carries it. */
  readonly idempotencyKey?: string;
}

export interface Call {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** With its query, from `/v1` on. */
  readonly path: string;
  readonly body?: object | undefined;
  readonly repeatable: Repeatable;
  /** A status beyond 2xx that is no error. */
  readonly alsoAnswers?: number;
}

const UNREACHED_MS = 10_000;

/** Sends a call until it has an answer that stands, its deadline is over, or nothing may be repeated. */
export async function send<Answer>(settings: Settings, call: Call, options: CreateOptions): Promise<Answer> {
  const key = call.repeatable === "keyed" ? keyOf(options.idempotencyKey) : undefined;
  // Once for all repeats: the key is bound to this text, whatever the caller does with the object meanwhile.
  const body = call.body === undefined ? undefined : JSON.stringify(call.body);
  const deadlineMs = options.deadlineMs ?? settings.deadlineMs;
  const start = settings.now();
  const until = start + deadlineMs;
  let unknown = false;
  let reached = false;
  for (let tries = 1; ; tries += 1) {
    try {
      return await once<Answer>(settings, call, { ...options, key, body, leftMs: until - settings.now() });
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof NoAnswerError)) throw error;
      error.idempotencyKey = key;
      error.tries = tries;
      reached ||= error instanceof ApiError || error.outcomeUnknown;
      unknown ||= error.outcomeUnknown;
      error.outcomeUnknown = unknown && call.method !== "GET";
      if (error.code === "aborted" || !mayRepeat(faultOf(error), call.repeatable)) throw error;
      const pause = waitMs(tries, error instanceof ApiError ? error.retryAfterMs : undefined, Math.random);
      // Nobody there at all is more often a wrong address than a restart.
      const last = reached ? until : Math.min(until, start + UNREACHED_MS);
      if (settings.now() + pause >= last) throw error;
      options.onRepeat?.(error);
      if (!(await settings.sleep(pause, options.signal))) throw error;
    }
  }
}

const faultOf = (error: ApiError | NoAnswerError) =>
  error instanceof ApiError ? { status: error.status, code: error.code } : {};

interface Try extends CallOptions {
  readonly key: string | undefined;
  readonly body: string | undefined;
  /** Until the call's deadline. */
  readonly leftMs: number;
}

async function once<Answer>(settings: Settings, call: Call, options: Try): Promise<Answer> {
  if (isAborted(options.signal)) throw aborted(false);
  const ending = new AbortController();
  const abort = () => ending.abort();
  options.signal?.addEventListener("abort", abort, { once: true });
  const timeoutMs = options.timeoutMs ?? settings.timeoutMs;
  // A call without repeats has its whole time-out.
  const timer = setTimeout(abort, options.leftMs > 0 ? Math.min(timeoutMs, options.leftMs) : timeoutMs);
  try {
    const response = await settings.fetch(`${settings.url}${call.path}`, {
      method: call.method,
      headers: headersOf(settings, options),
      ...(options.body === undefined ? {} : { body: options.body }),
      // Card data and the API key go to this host and to no other.
      redirect: "manual",
      signal: ending.signal,
    });
    const text = await response.text();
    if (response.ok || response.status === call.alsoAnswers) {
      const answer: Answer = JSON.parse(text);
      return answer;
    }
    throw answeredError(response, text, settings.now());
  } catch (error) {
    if (error instanceof ApiError || error instanceof NoAnswerError) throw error;
    if (error instanceof SyntaxError)
      throw new NoAnswerError(
        "answer_unreadable",
        "The answer is not JSON: is something else at this address?",
        true,
      );
    if (isAborted(options.signal)) throw aborted(true);
    if (ending.signal.aborted)
      throw new NoAnswerError("timed_out", `No answer of ${settings.url} in time.`, true);
    const { reason, sent } = failureOf(error);
    throw new NoAnswerError("connection_failed", `No answer of ${settings.url}: ${reason}.`, sent);
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", abort);
  }
}

const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;

const aborted = (sent: boolean) => new NoAnswerError("aborted", "The call was ended by its signal.", sent);

/** Nothing was sent: there was no connection. */
const NEVER_LEFT = [
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "UND_ERR_CONNECT_TIMEOUT",
];

/** The same codes come of a connection that was made, and then of reading or writing. */
const ON_A_CONNECTION: readonly unknown[] = ["read", "write"];

/** The code alone: what fetch says besides may quote the request. */
function failureOf(error: unknown): { readonly reason: string; readonly sent: boolean } {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const { code, syscall }: { readonly code?: unknown; readonly syscall?: unknown } =
    typeof cause === "object" && cause !== null ? cause : {};
  if (typeof code !== "string") return { reason: "the connection failed", sent: true };
  return { reason: code, sent: !NEVER_LEFT.includes(code) || ON_A_CONNECTION.includes(syscall) };
}

function headersOf(settings: Settings, { key, body }: Try): Record<string, string> {
  return {
    accept: "application/json",
    authorization: `Bearer ${settings.key}`,
    "user-agent": settings.userAgent,
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(key === undefined ? {} : { "idempotency-key": key }),
  };
}

/** Visible ASCII characters and spaces (docs/design/decisions.md#idempotency-key). */
const KEY = /^[\x20-\x7e]{1,255}$/;

function keyOf(given: string | undefined): string {
  if (given === undefined) return randomUUID();
  if (!KEY.test(given) || given.trim() === "")
    throw new TypeError("idempotencyKey must have 1 to 255 visible ASCII characters or spaces.");
  return given.trim(); // As HTTP reads a header's value.
}
