import { randomBytes } from "node:crypto";
import { runProcess, type Environment } from "@flowlix/runtime";
import type { TestDatabase } from "@flowlix/testkit";
import { request } from "undici";
import { sandboxAcquirerModule, sandboxAcquirerSchema } from "../../src/index.ts";

export const API_KEY = "acquirer-key-of-the-tests";
export const CALLBACK_SECRET = "callback-secret-of-the-tests";
export const CARD = {
  number: "4242424242424242",
  exp_month: 12,
  exp_year: 2040,
  cvc: "737",
  holder_name: "Ada Lovelace",
};
export const PAYOUT = {
  currency: "EUR",
  card: { number: "5555555555554444" },
  recipient: { first_name: "Ada", last_name: "Lovelace", country: "GB" },
  initiator_ip_address: "192.0.2.7",
};
export const RETURN_URL = "https://shop.example/return?token=return-token-of-the-tests";

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The parsed body; throws when it is not JSON. */
  json(): Record<string, unknown>;
}

export interface TestAcquirer {
  readonly url: string;
  readonly adminUrl: string;
  readonly processUrl: string;
  /** A call with the API key. */
  call(method: "GET" | "PUT" | "POST", path: string, body?: unknown, signal?: AbortSignal): Promise<Answer>;
  register(reference: string, amount: number, more?: object): Promise<Answer>;
  authorise(reference: string, signal?: AbortSignal): Promise<Answer>;
  /** Registers and authorises in one call. */
  submit(reference: string, amount: number, more?: object): Promise<Answer>;
  read(reference: string): Promise<Answer>;
  cancel(reference: string, amount: number): Promise<Answer>;
  reverse(reference: string): Promise<Answer>;
  refund(reference: string, charge: string, amount: number, more?: object): Promise<Answer>;
  readRefund(reference: string): Promise<Answer>;
  cancelRefund(reference: string, charge: string, amount: number): Promise<Answer>;
  payout(reference: string, amount: number, more?: object): Promise<Answer>;
  readPayout(reference: string): Promise<Answer>;
  cancelPayout(reference: string, amount: number): Promise<Answer>;
  /** The refunds of a charge that the book has. */
  refundsOf(charge: string): Promise<Record<string, unknown>[]>;
  faults(rules: readonly object[]): Promise<Answer>;
  book(reference?: string): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

export const newReference = (kind: "pay" | "ref" | "po" = "pay"): string =>
  `${kind}_${randomBytes(12).toString("hex")}`;

export async function send(
  url: string,
  method: "GET" | "PUT" | "POST" | "DELETE",
  options: { body?: string; headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Answer> {
  const { statusCode, headers, body } = await request(url, { method, ...options });
  const text = await body.text();
  return { status: statusCode, headers, text, json: () => JSON.parse(text) };
}

export const lines = (text: string): Record<string, unknown>[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

export function environmentOf(database: TestDatabase, more: Environment = {}): Environment {
  return {
    LOG_LEVEL: "silent",
    ACQUIRER_DATABASE_URL: database.urlOf(sandboxAcquirerSchema.service),
    ACQUIRER_API_KEY: API_KEY,
    ACQUIRER_CALLBACK_SECRET: CALLBACK_SECRET,
    ...more,
  };
}

/** The whole program, on ports of its own, in this process. */
export async function startAcquirer(database: TestDatabase, more: Environment = {}): Promise<TestAcquirer> {
  const handle = await runProcess([sandboxAcquirerModule], {
    env: environmentOf(database, more),
    processEvents: false,
    exit: (code) => {
      throw new Error(`the acquirer ended with ${code}`);
    },
  });
  const { url = "", admin_url: adminUrl = "" } = handle.addresses;
  return { ...clientOf(url, adminUrl), processUrl: handle.adminUrl, stop: () => handle.stop() };
}

const order = (reference: string, step = ""): string => `/v1/orders/${reference}${step}`;

/** The API of an acquirer, as a merchant and as its operator. */
export function clientOf(url: string, adminUrl: string) {
  const call: TestAcquirer["call"] = (method, path, body, signal) =>
    send(`${url}${path}`, method, {
      headers: {
        authorization: `Bearer ${API_KEY}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  const authorisation = { instrument: { kind: "card", card: CARD } };
  const register = (reference: string, amount: number, more: object = {}) =>
    call("PUT", order(reference), {
      amount,
      currency: "EUR",
      return_url: RETURN_URL,
      customer_ip_address: "192.0.2.7",
      ...more,
    });
  return {
    url,
    adminUrl,
    call,
    register,
    authorise: (reference: string, signal?: AbortSignal) =>
      call("POST", order(reference, "/authorise"), authorisation, signal),
    submit: (reference: string, amount: number, more: object = {}) =>
      register(reference, amount, { authorisation, ...more }),
    read: (reference: string) => call("GET", order(reference)),
    cancel: (reference: string, amount: number) =>
      call("POST", order(reference, "/cancel"), { amount, currency: "EUR" }),
    reverse: (reference: string) => call("POST", order(reference, "/reverse"), {}),
    refund: (reference: string, charge: string, amount: number, more: object = {}) =>
      call("PUT", `/v1/refunds/${reference}`, { charge, amount, currency: "EUR", ...more }),
    readRefund: (reference: string) => call("GET", `/v1/refunds/${reference}`),
    cancelRefund: (reference: string, charge: string, amount: number) =>
      call("POST", `/v1/refunds/${reference}/cancel`, { charge, amount, currency: "EUR" }),
    payout: (reference: string, amount: number, more: object = {}) =>
      call("PUT", `/v1/payouts/${reference}`, { ...PAYOUT, amount, ...more }),
    readPayout: (reference: string) => call("GET", `/v1/payouts/${reference}`),
    cancelPayout: (reference: string, amount: number) =>
      call("POST", `/v1/payouts/${reference}/cancel`, { amount, currency: "EUR" }),
    refundsOf: async (charge: string) => lines((await send(`${adminUrl}/book?charge=${charge}`, "GET")).text),
    faults: (rules: readonly object[]) =>
      send(`${adminUrl}/faults`, "PUT", {
        body: JSON.stringify({ rules }),
        headers: { "content-type": "application/json" },
      }),
    book: async (reference?: string) =>
      lines((await send(`${adminUrl}/book${reference === undefined ? "" : `/${reference}`}`, "GET")).text),
  };
}

/** An acquirer for the surrounding `describe`, started before its tests and stopped after them. */
export function withAcquirer(
  database: () => TestDatabase,
  more: () => Environment = () => ({}),
): () => TestAcquirer {
  let running: TestAcquirer | undefined;
  before("start the acquirer", async () => {
    running = await startAcquirer(database(), more());
  });
  after("stop the acquirer", () => running?.stop());
  return () => {
    if (running === undefined) throw new Error("the acquirer runs only during the tests of its describe");
    return running;
  };
}
