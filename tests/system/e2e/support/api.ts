import { randomUUID } from "node:crypto";
import type { DirectPaymentRequest, Payment } from "@flowlix/contracts";
import { directPaymentRequest, waitFor } from "@flowlix/testkit";

/** What came back over HTTP, with the body's own bytes as text. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface CreateOptions {
  readonly key?: string;
  readonly changes?: Partial<DirectPaymentRequest>;
  readonly amount?: number;
}

/** The API as a merchant's server uses it, with one key. */
export interface Api {
  readonly apiKey: string;
  create(options?: CreateOptions): Promise<Answer>;
  /** The same, over and over while nobody can say anything: what a merchant does after a 5xx or no answer. */
  createUntilAnswered(options: CreateOptions, timeoutMs?: number): Promise<Answer>;
  read(id: string): Promise<Answer>;
  send(method: string, path: string, options?: SendOptions): Promise<Answer>;
}

export interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** A request that got no answer: what comes of it is not known. */
export class BrokenOff extends Error {
  constructor(request: string, cause: unknown) {
    // What fetch says is always the same; why it failed is in its cause.
    const reason =
      cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : String(cause);
    super(`${request} got no answer: ${reason}`, { cause });
  }
}

/** `url` is asked anew for each request: an installation that was started again may listen elsewhere. */
export function apiWith(url: () => string, apiKey: string): Api {
  const send = async (method: string, path: string, { headers = {}, body }: SendOptions = {}) => {
    const response = await fetch(`${url()}${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, ...headers },
      ...(body === undefined ? {} : { body }),
      redirect: "manual",
    }).catch((error: unknown) => {
      throw new BrokenOff(`${method} ${path}`, error);
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const create = ({ key = randomUUID(), changes, amount }: CreateOptions = {}) =>
    send("POST", "/v1/payments", {
      headers: { "idempotency-key": key, "content-type": "application/json" },
      body: JSON.stringify(directPaymentRequest({ ...changes, ...(amount === undefined ? {} : { amount }) })),
    });
  return {
    apiKey,
    send,
    create,
    createUntilAnswered: (options, timeoutMs = 30_000) =>
      waitFor(
        "an answer other than in use or unavailable",
        async () => {
          const answer = await create(options);
          const open = answer.status >= 500 || codeOf(answer) === "idempotency_key_in_use";
          if (open && codeOf(answer) !== "processing_error")
            throw new Error(`${answer.status} ${answer.text}`);
          return answer;
        },
        timeoutMs,
      ),
    read: (id) => send("GET", `/v1/payments/${id}`),
  };
}

export function paymentOf({ status, text }: Answer): Payment {
  if (status !== 201 && status !== 200) throw new Error(`no payment but ${status} ${text}`);
  return JSON.parse(text);
}

interface Envelope {
  readonly error?: {
    readonly code?: string;
    readonly param?: string;
    readonly doc_url?: string;
    readonly request_id?: string;
  };
}

export function errorOf({ text }: Answer): NonNullable<Envelope["error"]> {
  const envelope: Envelope = JSON.parse(text === "" ? "{}" : text);
  return envelope.error ?? {};
}

/** Status and code, and the parameter where one is named. */
export function refusalOf(answer: Answer): (number | string | undefined)[] {
  const { code, param } = errorOf(answer);
  return param === undefined ? [answer.status, code] : [answer.status, code, param];
}

const codeOf = (answer: Answer): string | undefined =>
  answer.status < 400 ? undefined : errorOf(answer).code;
