import { Agent, request, type Dispatcher } from "undici";
import type { SsrfGuard, Reach } from "@flowlix/runtime";
import { PREFIX_BYTES_MAX, responsePrefix } from "./response-prefix.ts";
import { retryAfterMs } from "./retry-after.ts";
import { sendErrorOf, type SendError } from "./send-error.ts";

export interface Message {
  readonly url: string;
  readonly livemode: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a try came to: an answer, or why there was none. */
export type Answer = {
  readonly durationMs: number;
} & (
  | {
      readonly status: number;
      readonly error: null;
      readonly prefix: string | null;
      readonly retryAfterMs: number | null;
    }
  | { readonly status: null; readonly error: SendError; readonly prefix: null; readonly retryAfterMs: null }
);

export interface Sender {
  /** One POST; never rejects. Null where the sender was stopped before an answer came. */
  send(message: Message): Promise<Answer | null>;
  /** Gives up what is under way. */
  stop(): void;
  close(): Promise<void>;
}

/** From the first byte of the lookup to the end of the answer's head (docs/design/decisions.md#delivery). */
export const DEADLINE_MS = 10_000;
/** What an answer's body may take after that; it changes nothing about the outcome. */
const BODY_MS = 1_000;
/** So much of a body is read to its end, which keeps the connection; a longer one is cut off. */
const BODY_BYTES_MAX = 65_536;
/** Below what servers commonly keep an idle connection for: five seconds in Node. */
const KEEP_ALIVE_MS = 4_000;

/**
 * Sends webhooks. Redirects are answers like any other, no proxy is asked, and connections that may lead to
 * this machine are never used by those that may not.
 */
export function createSender(ssrfGuard: SsrfGuard, { deadlineMs = DEADLINE_MS } = {}): Sender {
  const agentFor = (reach: Reach) =>
    new Agent({
      allowH2: false,
      connect: { timeout: deadlineMs, lookup: ssrfGuard.lookup(reach) },
      pipelining: 1,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      // Our own deadline is shorter and covers all of it.
      headersTimeout: 2 * deadlineMs,
      bodyTimeout: 2 * deadlineMs,
    });
  const agents: Readonly<Record<Reach, Agent>> = {
    global: agentFor("global"),
    "global or loopback": agentFor("global or loopback"),
    loopback: agentFor("loopback"),
  };
  const underWay = new Set<AbortController>();
  let stopped = false;

  async function send(message: Message): Promise<Answer | null> {
    const startedAt = performance.now();
    const controller = new AbortController();
    underWay.add(controller);
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      controller.abort();
    }, deadlineMs);
    const durationMs = () => Math.round(performance.now() - startedAt);
    try {
      const { url, reach } = ssrfGuard.check(message.url, message.livemode);
      const response = await request(url, {
        dispatcher: agents[reach],
        method: "POST",
        headers: message.headers,
        body: message.body,
        signal: controller.signal,
      });
      const took = durationMs();
      clearTimeout(timer);
      return {
        status: response.statusCode,
        error: null,
        prefix: responsePrefix(await beginningOf(response.body)),
        durationMs: took,
        retryAfterMs: retryAfterMs(response.statusCode, headerOf(response, "retry-after"), Date.now()),
      };
    } catch (error) {
      if (stopped && !late) return null;
      return {
        status: null,
        error: late ? "timeout" : sendErrorOf(error),
        prefix: null,
        durationMs: durationMs(),
        retryAfterMs: null,
      };
    } finally {
      clearTimeout(timer);
      underWay.delete(controller);
    }
  }

  return {
    send,
    stop: () => {
      stopped = true;
      for (const controller of underWay) controller.abort();
    },
    close: async () => void (await Promise.all(Object.values(agents).map((agent) => agent.destroy()))),
  };
}

function headerOf({ headers }: Dispatcher.ResponseData, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Never rejects: what the head said is what counts. */
async function beginningOf(body: Dispatcher.ResponseData["body"]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let kept = 0;
  let read = 0;
  const timer = setTimeout(() => body.destroy(), BODY_MS);
  try {
    for await (const chunk of body) {
      const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
      read += bytes.length;
      if (kept < PREFIX_BYTES_MAX) {
        // A copy: the rest of what came with it must not be held on to.
        chunks.push(Buffer.from(bytes.subarray(0, PREFIX_BYTES_MAX - kept)));
        kept += bytes.length;
      }
      if (read > BODY_BYTES_MAX) break;
    }
  } catch {
    // Cut off, by them or by us.
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks);
}
