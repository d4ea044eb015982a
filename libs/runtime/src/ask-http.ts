import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { text } from "node:stream/consumers";
import { messageOf } from "./message-of.ts";

export interface HttpQuestion {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For the whole of the answer, in milliseconds. */
  readonly timeoutMs: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/**
 * One request to an address that an operator named, and its whole answer, whatever its status. Not `fetch`, which
 * refuses ports that browsers refuse (6000, for one) and says of any failure that it failed. Errors: one that names the
 * address and the reason; nothing of the request but its path.
 */
export async function askHttp(url: string, question: HttpQuestion): Promise<HttpAnswer> {
  const { method = "GET", headers = {}, body, timeoutMs } = question;
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const asked = (url.startsWith("https:") ? requestHttps : requestHttp)(
      url,
      { method, headers, signal: limit },
      (response) => {
        const { statusCode: status = 0, headers: given } = response;
        text(response).then((whole) => resolve({ status, headers: given, text: whole }), reject);
      },
    );
    asked.on("error", reject);
    asked.end(body);
    return await promise;
  } catch (cause) {
    const { origin, pathname } = new URL(url);
    const why = limit.aborted ? `no answer within ${timeoutMs / 1000} s` : messageOf(cause);
    throw new Error(`${origin}${pathname} does not answer: ${why}`, { cause });
  }
}

/** Undefined where the address answers with a success; else one line that names it and the last reason. */
export async function whyNotOk(
  url: string,
  timeoutMs: number,
  isOk: (answer: HttpAnswer) => boolean = () => true,
): Promise<string | undefined> {
  try {
    const answer = await askHttp(url, { timeoutMs });
    if (answer.status >= 200 && answer.status < 300 && isOk(answer)) return undefined;
    return `${url} answers ${answer.status} ${answer.text.slice(0, 300)}`;
  } catch (error) {
    return messageOf(error);
  }
}
