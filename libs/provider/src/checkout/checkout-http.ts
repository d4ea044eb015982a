import type { AcquirerUse } from "../acquirer.ts";
import type { ProviderCall } from "../reply.ts";
import { createHttpClient, type OpenAnswer } from "../http/http-client.ts";
import { readingOf, type Reading } from "./reading.ts";
import type { WireShapes } from "./wire.ts";

/** Where Checkout.com is and how it knows us. */
export interface CheckoutHttpOptions extends Pick<AcquirerUse, "connections" | "lookup"> {
  readonly origin: string;
  readonly secretKey: string;
  readonly shapes: WireShapes;
}

/** Checkout.com's API, an exchange at a time; never rejects. */
export interface CheckoutHttp {
  /** What moves money, under a key. */
  post<T>(
    path: string,
    request: { readonly body: object; readonly idempotencyKey: string },
    isShape: (value: unknown) => value is T,
    call: ProviderCall,
  ): Promise<Reading<T>>;
  get<T>(path: string, isShape: (value: unknown) => value is T, call: ProviderCall): Promise<Reading<T>>;
  /** A long answer; null where there is none. */
  open(path: string, call: ProviderCall): Promise<OpenAnswer | null>;
  shutdown(): Promise<void>;
}

export function createCheckoutHttp(options: CheckoutHttpOptions): CheckoutHttp {
  const { secretKey, shapes } = options;
  const http = createHttpClient(options);
  const headersOf = ({ traceparent }: ProviderCall): string[] => [
    "authorization",
    `Bearer ${secretKey}`,
    ...(traceparent === undefined ? [] : ["traceparent", traceparent]),
  ];
  return {
    async post(path, { body, idempotencyKey }, isShape, call) {
      const exchange = await http.send({
        over: "submissions",
        method: "POST",
        path,
        headers: [
          ...headersOf(call),
          "content-type",
          "application/json",
          "cko-idempotency-key",
          idempotencyKey,
        ],
        body: JSON.stringify(body),
        signal: call.signal,
      });
      return readingOf(exchange, isShape, shapes.isError);
    },
    async get(path, isShape, call) {
      const headers = headersOf(call);
      const exchange = await http.send({
        over: "reads",
        method: "GET",
        path,
        headers,
        body: null,
        signal: call.signal,
      });
      return readingOf(exchange, isShape, shapes.isError);
    },
    open: (path, call) => http.open({ path, headers: headersOf(call), signal: call.signal }),
    shutdown: () => http.shutdown(),
  };
}
