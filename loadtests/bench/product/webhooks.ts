import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Children } from "../children.ts";
import { freePort } from "../../../services/standalone/src/free-port.ts";
import type { ReceiverReport } from "./webhook-receiver.ts";

const START_TIMEOUT_MS = 10_000;
/** What was delivered too slowly for the load is given this long after it. */
const ARRIVE_TIMEOUT_MS = 300_000;
const POLL_MS = 100;

/** What came to the receiver of the payments that were made. */
export interface Arrivals {
  /** Webhooks, repetitions included. */
  readonly received: number;
  readonly repeated: number;
  /** From the end of the load until the last one was there. */
  readonly lastAfterS: number;
  readonly problems: readonly string[];
}

export interface WebhookReceiver {
  /** Gives every merchant whose keys these are an endpoint for all events. */
  register(publicUrl: string, apiKeys: readonly Buffer[]): Promise<void>;
  /** Waits until the success of every payment has arrived. */
  untilAllArrived(payments: ReadonlyMap<string, number>): Promise<Arrivals>;
  stop(): Promise<void>;
}

/** Starts a receiver in a process of its own, as a merchant's would be, on this machine. */
export async function receiveWebhooks(children: Children, logFile: string): Promise<WebhookReceiver> {
  const port = await freePort();
  const receiver = children.start({
    name: "webhook receiver",
    command: process.execPath,
    args: [fileURLToPath(new URL("./webhook-receiver.ts", import.meta.url)), String(port)],
    logFile,
  });
  const url = `http://127.0.0.1:${port}`;
  const read = async <T>(path: string): Promise<T> => {
    const answer = await fetch(url + path);
    const body: T = JSON.parse(await answer.text());
    return body;
  };
  const until = performance.now() + START_TIMEOUT_MS;
  while (
    !(await read("/count").then(
      () => true,
      () => false,
    ))
  ) {
    if (receiver.exited() || performance.now() > until)
      throw new Error(`the receiver of webhooks does not answer:\n${receiver.logTail()}`);
    await sleep(POLL_MS);
  }
  return {
    register: (publicUrl, apiKeys) => register(publicUrl, apiKeys, `${url}/webhooks`),
    async untilAllArrived(payments) {
      const endedAt = performance.now();
      const wanted = payments.size;
      while ((await read<{ payments: number }>("/count")).payments < wanted) {
        if (performance.now() - endedAt > ARRIVE_TIMEOUT_MS) break;
        await sleep(POLL_MS);
      }
      const lastAfterS = (performance.now() - endedAt) / 1_000;
      const { received, payments: arrived } = await read<ReceiverReport>("/report");
      const there = new Set(arrived);
      const lost = [...payments.keys()].filter((id) => !there.has(id));
      const problems = lost.slice(0, 5).map((id) => `${id} succeeded, and no webhook of it arrived`);
      if (lost.length > problems.length) problems.push(`${lost.length} webhooks are missing in all`);
      return { received, repeated: received - arrived.length, lastAfterS, problems };
    },
    stop: () => receiver.stop(),
  };
}

/** Keys of one merchant see each other's endpoints: one that sees none makes one. */
async function register(publicUrl: string, apiKeys: readonly Buffer[], url: string): Promise<void> {
  const endpoints = new URL("/v1/webhook_endpoints", publicUrl);
  for (const apiKey of apiKeys) {
    const headers = {
      authorization: `Bearer ${apiKey.toString("latin1")}`,
      "content-type": "application/json",
    };
    const seen: { data: unknown[] } = JSON.parse(await (await fetch(endpoints, { headers })).text());
    if (seen.data.length > 0) continue;
    const body = JSON.stringify({ url, enabled_events: ["*"] });
    const made = await fetch(endpoints, { method: "POST", headers, body });
    if (made.status !== 201) throw new Error(`no endpoint was made: ${made.status} ${await made.text()}`);
  }
}
