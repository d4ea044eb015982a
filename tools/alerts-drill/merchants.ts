import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { once } from "node:events";
import type { Children } from "../../loadtests/bench/children.ts";
import { FIRST_PAYMENT } from "../../services/standalone/src/banner.ts";
import type { Platform } from "./platform.ts";

/** A merchant with one webhook endpoint, whose answers can be changed. */
export interface Merchant {
  readonly apiKey: string;
  /** The HTTP status that its endpoint answers. */
  endpointAnswers: number;
}

/** Payments that go on throughout, a few a second, of every merchant in turns and over every gateway in turns. */
export interface Traffic {
  readonly merchants: readonly Merchant[];
  /** What payments cost from here on; amounts of the Sandbox order outcomes. */
  amounts: readonly number[];
  /** Requests beside it, until the function that is answered is called. */
  also(perSecond: number, send: (gateway: string, index: number) => Promise<unknown>): () => void;
  stop(): void;
}

const MERCHANTS = 3;
const PAYMENTS_A_SECOND = 6;
export const ORDINARY = [4_999] as const;
const REQUEST_TIMEOUT_MS = 30_000;

export async function startTraffic(children: Children, platform: Platform): Promise<Traffic> {
  const merchants: Merchant[] = [];
  for (let index = 0; index < MERCHANTS; index += 1)
    merchants.push(await createMerchant(children, platform, index));
  const stops = new Set<() => void>();
  const traffic: Traffic = {
    merchants,
    amounts: ORDINARY,
    also(perSecond, send) {
      const gateways = platform.publicUrls;
      let sent = 0;
      const timer = setInterval(() => {
        sent += 1;
        send(gateways[sent % gateways.length] ?? "", sent).catch(() => undefined);
      }, 1_000 / perSecond);
      const stop = () => clearInterval(timer);
      stops.add(stop);
      return stop;
    },
    stop: () => {
      for (const stop of stops) stop();
    },
  };
  traffic.also(PAYMENTS_A_SECOND, (gateway, index) => {
    const { apiKey } = merchants[index % merchants.length] ?? { apiKey: "" };
    // Each amount comes to every gateway and of every merchant.
    const { amounts } = traffic;
    const amount = amounts[(index + Math.floor(index / amounts.length)) % amounts.length];
    return pay(gateway, apiKey, amount ?? FIRST_PAYMENT.amount);
  });
  children.adopt(async () => traffic.stop());
  return traffic;
}

export async function pay(gateway: string, apiKey: string, amount: number): Promise<number> {
  const response = await fetch(`${gateway}/v1/payments`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${apiKey}`,
      "idempotency-key": randomUUID(),
      "content-type": "application/json",
    },
    body: JSON.stringify({ ...FIRST_PAYMENT, amount }),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  await response.arrayBuffer();
  return response.status;
}

async function createMerchant(children: Children, platform: Platform, index: number): Promise<Merchant> {
  const created = await cliJson(platform, "merchant", "create", "--name", `Drill ${index}`);
  const id = textOf(created, "merchant_id");
  const key = await cliJson(platform, "key", "create", "--merchant", id, "--mode", "sandbox");
  const merchant: Merchant = { apiKey: textOf(key, "api_key"), endpointAnswers: 200 };
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => response.writeHead(merchant.endpointAnswers).end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  children.adopt(async () => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const url = `http://127.0.0.1:${port}/`;
  await cliJson(platform, "webhook", "create", "--merchant", id, "--mode", "sandbox", "--url", url);
  return merchant;
}

async function cliJson(platform: Platform, ...args: readonly string[]): Promise<object> {
  const { code, output } = await platform.cli(...args, "--json");
  if (code !== 0) throw new Error(`flowlix ${args.join(" ")} ended with ${code}: ${output}`);
  const answer: unknown = JSON.parse(output);
  return Object(answer);
}

function textOf(answer: object, name: string): string {
  const value: unknown = Object.entries(answer).find(([key]) => key === name)?.[1];
  if (typeof value !== "string") throw new Error(`no ${name} in ${Object.keys(answer).join(", ")}`);
  return value;
}
