import { settingsOf, type Settings } from "../../src/settings.ts";

export interface Sent {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly redirect: string | undefined;
}

/** What a request comes to: an answer, or a connection that breaks. */
export type Step =
  | {
      readonly status: number;
      readonly code?: string;
      readonly headers?: Record<string, string>;
      readonly body?: unknown;
    }
  | "broken"
  | "refused"
  | "silent";

export interface Scripted {
  readonly settings: Settings;
  readonly sent: Sent[];
  /** Milliseconds of each pause between two requests. */
  readonly pauses: number[];
}

export const KEY = `api_test_sk_${"k".repeat(32)}`;
export const URL_OF_API = "http://127.0.0.1:9";

/** A platform that answers by a script, whose last step repeats, and a clock that only pauses and silence move. */
export function scripted(steps: readonly Step[]): Scripted {
  const sent: Sent[] = [];
  const pauses: number[] = [];
  let now = 1_789_300_000_000;
  const fetch = (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input);
    sent.push({
      method: init.method ?? "GET",
      path: url.pathname + url.search,
      headers: Object.fromEntries(new Headers(init.headers)),
      body: typeof init.body === "string" ? init.body : undefined,
      redirect: init.redirect,
    });
    const step = steps[Math.min(sent.length, steps.length) - 1] ?? { status: 200 };
    return step === "silent" ? silence(init.signal) : answered(step);
  };
  const settings: Settings = {
    ...settingsOf({ key: KEY, url: URL_OF_API, fetch }),
    now: () => now,
    sleep: (ms) => {
      pauses.push(ms);
      now += ms;
      return Promise.resolve(true);
    },
  };
  return { settings, sent, pauses };
}

function answered(step: Exclude<Step, "silent">): Promise<Response> {
  if (step === "broken" || step === "refused")
    return Promise.reject(
      new TypeError("fetch failed", {
        cause: Object.assign(new Error(), { code: step === "broken" ? "ECONNRESET" : "ECONNREFUSED" }),
      }),
    );
  const { status, code, headers = {}, body } = step;
  const envelope =
    code === undefined ? body : { error: { code, message: `about ${code}`, request_id: "req_1" } };
  return Promise.resolve(
    new Response(typeof envelope === "string" ? envelope : JSON.stringify(envelope ?? {}), {
      status,
      headers,
    }),
  );
}

function silence(signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((_, reject) => {
    signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
  });
}

/** What a promise is refused with. */
export async function failureOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error("it did not fail");
}
