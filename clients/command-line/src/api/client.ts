import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Account } from "../account/account.ts";
import { EXIT, Failure } from "../failure.ts";
import { packageVersion } from "../version.ts";
import { failureOf } from "./api-error.ts";

const TRIES = 4;
const ANSWER_MS = 35_000;
const WAIT_S_MAX = 10;
/** With the same key none of them makes a second object (docs/merchants.md#idempotency). */
const REPEATED = new Set([429, 500, 502, 503]);

export type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;

export interface Answer<T> {
  readonly body: T;
  /** The answer's moment by the platform's clock, in seconds since 1970. */
  readonly atS: number;
  /** What is told beside the object (docs/merchants.md#sandbox). */
  readonly warning: string | null;
}

interface Asked {
  readonly query?: Query;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

export const newIdempotencyKey = (): string => randomBytes(12).toString("hex");

/**
 * Asks the platform with the account's key. What may be asked again is, four times in all: reads, and creates under
 * the same Idempotency-Key. Errors: Failure.
 */
export class Client {
  readonly account: Account;
  readonly #signal: AbortSignal;

  constructor(account: Account, signal: AbortSignal) {
    this.account = account;
    this.#signal = signal;
  }

  async get<T>(path: string, query: Query = {}): Promise<Answer<T>> {
    return this.#repeated<T>("GET", path, { query });
  }

  /** A create. A repeat under the same key makes nothing twice. */
  async create<T>(path: string, body: unknown, idempotencyKey = newIdempotencyKey()): Promise<Answer<T>> {
    return this.#repeated<T>("POST", path, { body, idempotencyKey });
  }

  async post<T>(path: string): Promise<Answer<T>> {
    return this.#once<T>("POST", path, {});
  }

  async #repeated<T>(method: string, path: string, asked: Asked): Promise<Answer<T>> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#once<T>(method, path, asked);
      } catch (error) {
        if (!(error instanceof Failure) || tries === TRIES || !mayRepeat(error)) throw error;
        await pause(Math.min(error.retryAfterS ?? 2 ** (tries - 2), WAIT_S_MAX) * 1000, undefined, {
          signal: this.#signal,
        });
      }
    }
  }

  async #once<T>(method: string, path: string, asked: Asked): Promise<Answer<T>> {
    const { ok, status, headers, text } = await this.#sent(method, path, asked);
    if (!ok) throw failureOf(status, text, headers.get("retry-after"));
    try {
      const body: T = JSON.parse(text);
      const atMs = Date.parse(headers.get("date") ?? "") || Date.now();
      return { body, atS: Math.floor(atMs / 1000), warning: headers.get("sandbox-warning") };
    } catch {
      throw new Failure(EXIT.unavailable, "the address answered something that is no JSON", {
        code: "not_the_platform",
      });
    }
  }

  async #sent(method: string, path: string, { query = {}, body, idempotencyKey }: Asked) {
    const headers = {
      authorization: `Bearer ${this.account.key}`,
      "user-agent": `flowlix-command-line/${packageVersion()}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
    };
    try {
      const response = await fetch(addressOf(this.account.url, path, query), {
        method,
        headers,
        // A key is not sent to wherever a redirect leads.
        redirect: "manual",
        signal: AbortSignal.any([this.#signal, AbortSignal.timeout(ANSWER_MS)]),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const { ok, status, headers: received } = response;
      return { ok, status, headers: received, text: await response.text() };
    } catch (error) {
      throw this.#signal.aborted ? error : unreachable(this.account.url, error);
    }
  }
}

const mayRepeat = ({ facts }: Failure): boolean =>
  facts.code === "unreachable" ||
  facts.code === "idempotency_key_in_use" ||
  facts.code === "object_state_conflict" ||
  REPEATED.has(facts.status ?? 0);

function addressOf(base: string, path: string, query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) parameters.append(name, String(one));
  const text = parameters.toString();
  return `${base}${path}${text === "" ? "" : `?${text}`}`;
}

function unreachable(url: string, error: unknown): Failure {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const reason =
    cause instanceof Error && "code" in cause && typeof cause.code === "string"
      ? cause.code
      : cause instanceof Error && cause.name === "TimeoutError"
        ? "no answer in time"
        : cause instanceof Error
          ? cause.message
          : "no connection";
  return new Failure(EXIT.unavailable, `${url} does not answer (${reason}).`, { code: "unreachable" });
}
