import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { text } from "node:stream/consumers";

export interface Question {
  readonly method?: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For the whole of the answer, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * One request and its whole answer, whatever its status. Node alone: in containers this folder is mounted without a
 * package beside it. Not `fetch`, which refuses ports that browsers refuse.
 * Errors: one that names the address and the reason.
 */
export async function ask(url: string, question: Question): Promise<{ status: number; text: string }> {
  const { method = "GET", headers, body, timeoutMs } = question;
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const signal = AbortSignal.timeout(timeoutMs);
  const request = url.startsWith("https:") ? requestHttps : requestHttp;
  request(url, { method, headers, signal }, (answer) => {
    text(answer).then((whole) => resolve({ status: answer.statusCode ?? 0, text: whole }), reject);
  })
    .on("error", reject)
    .end(body);
  try {
    return await promise;
  } catch (cause) {
    const { origin, pathname } = new URL(url);
    const why = signal.aborted ? `no answer within ${timeoutMs / 1_000} s` : String(cause);
    throw new Error(`${origin}${pathname} does not answer: ${why}`, { cause });
  }
}
