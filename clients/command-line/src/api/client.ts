import { Flowlix } from "@flowlix/client";
import type { Account } from "../account/account.ts";
import { packageVersion } from "../version.ts";
import { failureOf } from "./failure-of.ts";

/** Of a call: Ctrl-C ends it, and after so many milliseconds nothing is repeated any more. */
export interface CallOptions {
  readonly signal: AbortSignal;
  readonly deadlineMs?: number;
  readonly idempotencyKey?: string;
}

/** The TypeScript client with an account's key, and what answers tell beside the object. */
export class Client {
  readonly #api: Flowlix;
  readonly #signal: AbortSignal;
  readonly #limit: { readonly deadlineMs?: number };
  #answered = new Headers();

  /** `createForMs`: for how long a create is repeated; the client's own rule where it is not named. */
  constructor({ url, key }: Account, signal: AbortSignal, createForMs?: number) {
    this.#signal = signal;
    this.#limit = createForMs === undefined ? {} : { deadlineMs: createForMs };
    this.#api = new Flowlix({
      url,
      key,
      appInfo: `flowlix-command-line/${packageVersion()}`,
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        this.#answered = response.headers;
        return response;
      },
    });
  }

  /** One request: a reader can ask again. Errors: Failure. */
  async read<T>(call: (api: Flowlix, options: CallOptions) => Promise<T>): Promise<T> {
    return call(this.#api, { signal: this.#signal, deadlineMs: 0 }).catch(failureOf);
  }

  /**
   * A create, repeated under its key while it may have been lost (docs/site/idempotency.md#what-to-do-with-an-answer).
   * Errors: Failure.
   */
  async create<T>(
    call: (api: Flowlix, options: CallOptions) => Promise<T>,
    idempotencyKey?: string,
  ): Promise<T> {
    const key = idempotencyKey === undefined ? {} : { idempotencyKey };
    return call(this.#api, { signal: this.#signal, ...this.#limit, ...key }).catch(failureOf);
  }

  /** When the last answer was made by the platform's clock, in seconds since 1970. */
  get answeredAtS(): number {
    return Math.floor((Date.parse(this.#answered.get("date") ?? "") || Date.now()) / 1000);
  }

  /** That the card of a create misleads in Sandbox (docs/site/testing.md). */
  get warning(): string | null {
    return this.#answered.get("sandbox-warning");
  }
}
