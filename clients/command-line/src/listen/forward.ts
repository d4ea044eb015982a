import { setTimeout as pause } from "node:timers/promises";
import type { Event } from "@flowlix/client";
import { signedHeaders } from "./sign.ts";

const ANSWER_MS = 10_000;
const PREFIX_LENGTH = 200;
/** Gone: a real endpoint would be disabled, so nothing is tried again. */
const GONE = 410;

export interface Forwarded {
  readonly event: Event;
  /** Which try it was, from one on. */
  readonly attempt: number;
  readonly http_status: number | null;
  /** Why there was no answer. */
  readonly error: string | null;
  readonly duration_ms: number;
  /** The beginning of an answer that is no 2xx, for the developer. */
  readonly response_prefix: string | null;
  /** After how long it is tried again; null where it is not. */
  readonly next_try_s: number | null;
}

export interface ForwardOptions {
  readonly url: string;
  readonly secret: string;
  readonly signal: AbortSignal;
  readonly onTried: (tried: Forwarded) => void;
  /** Pauses before further tries, in seconds; when they are used up the event is given up. */
  readonly retriesS?: readonly number[];
}

/** Sends an event to the local server until it answers with 2xx, four times at most. */
export async function forward(event: Event, options: ForwardOptions): Promise<void> {
  const { retriesS = [1, 5, 15], signal, onTried } = options;
  for (let attempt = 1; ; attempt++) {
    const tried = await tryOnce(event, options);
    const again = tried.taken || tried.http_status === GONE ? undefined : retriesS[attempt - 1];
    const { taken: _, ...result } = tried;
    onTried({ event, attempt, ...result, next_try_s: again ?? null });
    if (again === undefined) return;
    await pause(again * 1000, undefined, { signal });
  }
}

async function tryOnce(event: Event, { url, secret, signal }: ForwardOptions) {
  const body = JSON.stringify(event);
  const from = performance.now();
  const since = () => Math.round(performance.now() - from);
  try {
    const answer = await fetch(url, {
      method: "POST",
      body,
      headers: signedHeaders(secret, event.id, body),
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
    });
    const text = await answer.text();
    return {
      taken: answer.ok,
      http_status: answer.status,
      error: null,
      duration_ms: since(),
      response_prefix: answer.ok || text === "" ? null : text.slice(0, PREFIX_LENGTH),
    };
  } catch (error) {
    signal.throwIfAborted();
    return {
      taken: false,
      http_status: null,
      error: reasonOf(error),
      duration_ms: since(),
      response_prefix: null,
    };
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "failed";
  if (error.name === "TimeoutError") return "no answer within 10 s";
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  if (!("code" in cause)) return cause.message;
  return cause.code === "ECONNREFUSED" ? "nobody listens there" : String(cause.code);
}
