import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Payment, Payout, Refund } from "@flowlix/contracts";
import { TIME_LADDER } from "@flowlix/runtime";
import { waitFor } from "@flowlix/testkit";
import { errorOf, type Answer, type Api } from "../api.ts";
import type { Platform } from "../platform.ts";
import { ACQUIRER_NAMES, type AcquirerName, type Acquirers } from "./acquirers.ts";
import type { Order } from "./journeys.ts";

/** Long enough for a second account to be tried after the first one (docs/decisions/0105-a-second-account.md). */
export const DEADLINE_MS = 15_000;
/** No key is kept for longer. */
export const LEASE_MS = DEADLINE_MS + TIME_LADDER.leaseExtraMs;

/** Settings of an installation whose merchants have accounts at doubles. */
export const ACCOUNT_SETTINGS = {
  REQUEST_DEADLINE: `${DEADLINE_MS}ms`,
  ACQUIRER_SECRET_KEYS: `k1:${randomBytes(32).toString("base64")}`,
  ACQUIRER_LOOPBACK: "true",
} as const;

/** Bounds say that something never comes; no test fails for how long something takes. */
export const PATIENCE_MS = 100_000;

export type Shown = Payment | Refund | Payout;
export const ENDED: ReadonlySet<string> = new Set(["SUCCEEDED", "FAILED", "EXPIRED"]);

/** What was made of an order. */
export interface Made extends Order {
  readonly key: string;
  readonly id: string;
}

/** A merchant with an account at each of both acquirers, as likely to be chosen, and its server. */
export interface Merchant {
  readonly api: Api;
  readonly accounts: Readonly<Record<AcquirerName, string>>;
  /** Everything that was made so far. */
  readonly made: readonly Made[];
  /** Makes it, or is told of it again: the same key until somebody can say anything. */
  create(order: Order): Promise<Made & { readonly shown: Shown }>;
  /** What the key of an object that was made is answered with now. */
  replay(made: Made): Promise<Shown>;
  read(made: Made): Promise<Shown>;
}

export async function merchantOfBoth(
  platform: Platform,
  { doubles }: Acquirers,
  livemode: boolean,
): Promise<Merchant> {
  const control = controlOf(platform);
  const { merchant_id: merchant } = await control("/merchants", { name: "At both acquirers" });
  const scope = { merchant, mode: livemode ? "live" : "sandbox" };
  const accounts = { checkout: "", adyen: "" };
  for (const name of ACQUIRER_NAMES) {
    const added = await control("/acquirers", { ...scope, label: name, ...doubles[name].account });
    accounts[name] = String(added["id"]);
    doubles[name].webhooks.sendTo(String(added["callback_url"]));
  }
  const { api_key: key } = await control("/keys", scope);
  return { ...serverOf(platform.apiFor(String(key))), accounts };
}

function serverOf(api: Api): Omit<Merchant, "accounts"> {
  const made: Made[] = [];
  const sent = (path: string, body: object, key: string): Promise<Shown> =>
    waitFor(
      `an answer to the key ${key}`,
      async () => {
        const headers = { "idempotency-key": key, "content-type": "application/json" };
        const answer = await api.send("POST", `/v1${path}`, { headers, body: JSON.stringify(body) });
        if (isOpen(answer)) throw new Error(`${answer.status} ${answer.text}`);
        return answer;
      },
      PATIENCE_MS,
    ).then(shownOf);
  return {
    api,
    made,
    async create(order) {
      const key = randomUUID();
      const shown = await sent(order.path, order.body, key);
      const one = { ...order, key, id: shown.id };
      made.push(one);
      return { ...one, shown };
    },
    replay: ({ path, body, key }) => sent(path, body, key),
    read: ({ collection, id }) =>
      waitFor(
        `${id} to be read`,
        async () => shownOf(await api.send("GET", `/v1/${collection}/${id}`)),
        PATIENCE_MS,
      ),
  };
}

/** Nobody can say anything: what a merchant's server asks again after. */
const isOpen = (answer: Answer): boolean =>
  answer.status >= 500 || answer.status === 429 || errorOf(answer).code === "idempotency_key_in_use";

function shownOf({ status, text }: Answer): Shown {
  if (status >= 300) throw new Error(`${status} ${text}`);
  return JSON.parse(text);
}

/** The control API, as an operator uses it. */
function controlOf({ dataDir, installation }: Platform) {
  const token = readFileSync(join(dataDir, "control-token"), "utf8").trim();
  const headers = { authorization: `Bearer ${token}`, actor: "storm", "content-type": "application/json" };
  return async (path: string, body: object): Promise<Readonly<Record<string, unknown>>> => {
    const url = `${installation().runtime().control_url}${path}`;
    const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} to ${path}: ${text}`);
    return JSON.parse(text);
  };
}
