import { Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";

/** Counts requests that were cut off. */
export interface Cuts {
  /** Since the start. */
  count(): number;
  /** Called around a run by sources that count only then. */
  begin?(): void;
  end?(): void;
}

/** From an answer to the client's next request: short enough for a gateway to announce the end of the connection. */
const PAUSE_MS = 200;
const CLIENTS = 8;
const TIMEOUT_MS = 30_000;

/**
 * Clients over connections that they keep, which send nothing again by themselves. k6's client does, and reports
 * nothing. They ask for the health, which needs no key and counts for no quota. Any answer will do; a request
 * without one was cut off, as a merchant's create would have been.
 */
export function createPlainClients(baseUrl: string): Cuts {
  const secure = baseUrl.startsWith("https:");
  const request = secure ? httpsRequest : httpRequest;
  let cut = 0;
  /** The run under way. Clients of an earlier one end with their next answer. */
  let run: object | null = null;

  function ask(agent: HttpAgent): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const lost = (): void => {
      cut += 1;
      resolve();
    };
    const sent = request(`${baseUrl}/v1/health`, { agent, timeout: TIMEOUT_MS }, (answer) => {
      answer.resume().once("end", resolve).once("error", lost);
    });
    sent.once("timeout", () => sent.destroy(new Error("no answer came in time")));
    sent.once("error", lost).end();
    return promise;
  }

  async function repeat(own: object): Promise<void> {
    const options = { keepAlive: true, maxSockets: 1 };
    const agent = secure ? new HttpsAgent(options) : new HttpAgent(options);
    while (run === own) {
      await ask(agent);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    agent.destroy();
  }

  return {
    count: () => cut,
    begin() {
      const own = {};
      run = own;
      for (let client = 0; client < CLIENTS; client += 1) void repeat(own);
    },
    end: () => void (run = null),
  };
}
