import { Flowlix, type ApiError, type NoAnswerError } from "@flowlix/client";
import type { Account } from "../account/account.ts";
import { Failure } from "../failure.ts";
import { packageVersion } from "../version.ts";
import { failureOf, whyAgain } from "./failure-of.ts";
import { readWorkbench } from "./read-workbench.ts";

/** Of a call: Ctrl-C ends it, and after so many milliseconds nothing is repeated any more. */
export interface CallOptions {
  readonly signal: AbortSignal;
  readonly deadlineMs?: number;
  readonly idempotencyKey?: string;
  readonly onRepeat?: (error: ApiError | NoAnswerError) => void;
}

export interface ClientOptions {
  /** For how long a create is repeated, its last answer included, in milliseconds. */
  readonly createForMs?: number;
  /** Told once of a create that is repeated why that is, and for how long at most. */
  readonly onWait?: (text: string) => void;
}

/** A key whose answer was lost can be in use for 40 seconds (README.md#commands says how long this is). */
export const CREATE_FOR_MS = 90_000;

/** The TypeScript client with an account's key, and what answers tell beside the object. */
export class Client {
  readonly #account: Account;
  readonly #api: Flowlix;
  readonly #signal: AbortSignal;
  readonly #createForMs: number;
  readonly #onWait: (text: string) => void;
  #answered = new Headers();

  constructor(account: Account, signal: AbortSignal, options: ClientOptions = {}) {
    const { url, key } = account;
    this.#account = account;
    this.#signal = signal;
    this.#createForMs = options.createForMs ?? CREATE_FOR_MS;
    this.#onWait = options.onWait ?? (() => undefined);
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
    const deadlineMs = this.#createForMs;
    let told = false;
    const onRepeat: CallOptions["onRepeat"] = (error) => {
      if (!told) this.#onWait(`${whyAgain(error)} Asking again for ${deadlineMs / 1000} s at most.`);
      told = true;
    };
    return call(this.#api, { signal: this.#signal, deadlineMs, onRepeat, ...key }).catch(failureOf);
  }

  /**
   * What a sample is in: the installation knows what it accepts. EUR where it does not say, so that the create itself
   * tells what is wrong.
   */
  async testCurrency(of: "payments" | "payouts"): Promise<string> {
    try {
      const path = "test_currencies";
      const told = await readWorkbench<Readonly<Record<typeof of, string>>>(
        this.#account,
        path,
        this.#signal,
      );
      return told[of];
    } catch (error) {
      if (error instanceof Failure) return "EUR";
      throw error;
    }
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
