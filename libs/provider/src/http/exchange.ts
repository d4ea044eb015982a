import type { Dispatcher } from "undici";

/** What became of one HTTP request. */
export type Exchange =
  /** Answered; `body` is null when it is longer than the bound or not text. */
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly headers: Readonly<Record<string, string | string[] | undefined>>;
      readonly body: string | null;
    }
  /** Certainly never sent: no byte of this request was written to a connection. */
  | { readonly kind: "not_sent" }
  /** Written, at least in part, and not answered in full. */
  | { readonly kind: "lost" };

const NOT_SENT: Exchange = { kind: "not_sent" };
const LOST: Exchange = { kind: "lost" };

/** Answers of an order are a few hundred bytes; nothing a provider sends may fill our memory. */
const BODY_BYTES_MAX = 64 * 1024;

const ABORTED = new Error("the call's time is up");
const TOO_LONG = new Error("the answer is longer than the bound");

/**
 * Receives one exchange from undici. Its lowest interface is used rather than `request()` because it
 * alone shows whether a request was written: `onRequestStart` is called right before the first byte.
 * That is the difference between "known not executed" and "unknown" (docs/design/architecture.md#rule-3).
 */
export class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly #signal: AbortSignal;
  readonly #settle: (exchange: Exchange) => void;
  #controller: Dispatcher.DispatchController | null = null;
  #settled = false;
  #status = 0;
  #headers: Readonly<Record<string, string | string[] | undefined>> = {};
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(signal: AbortSignal, settle: (exchange: Exchange) => void) {
    this.#signal = signal;
    this.#settle = settle;
    signal.addEventListener("abort", this.#onAbort);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Aborted while it waited for a connection: undici forgets such a request without writing it. And
    // no request is ever written twice, should undici put one back after a connection ended.
    if (this.#settled || this.#controller !== null) controller.abort(ABORTED);
    else this.#controller = controller;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > BODY_BYTES_MAX) {
      this.#end({ kind: "answer", status: this.#status, headers: this.#headers, body: null });
      controller.abort(TOO_LONG);
      return;
    }
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [first] = this.#chunks;
    const bytes = this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks);
    this.#end({ kind: "answer", status: this.#status, headers: this.#headers, body: bytes.toString("utf8") });
  }

  onResponseError(): void {
    this.#end(this.#controller === null ? NOT_SENT : LOST);
  }

  readonly #onAbort = (): void => {
    const controller = this.#controller;
    this.#end(controller === null ? NOT_SENT : LOST);
    controller?.abort(ABORTED);
  };

  #end(exchange: Exchange): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#signal.removeEventListener("abort", this.#onAbort);
    this.#chunks = [];
    this.#settle(exchange);
  }
}
