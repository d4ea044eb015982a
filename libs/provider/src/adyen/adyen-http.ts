import {
  createHttpClient,
  type Connections,
  type HttpClient,
  type HttpClientOptions,
} from "../http/http-client.ts";
import type { ProviderCall } from "../reply.ts";
import { readingOf, type Reading } from "./reading.ts";
import { wireShapes, type Shape } from "./wire.ts";

/** One of Adyen's APIs: its base URL with the version, and the key that opens it. */
export interface AdyenApi {
  post<W>(request: PostRequest<W>): Promise<Reading<W>>;
  get<W>(request: GetRequest<W>): Promise<Reading<W>>;
  shutdown(): Promise<void>;
}

interface GetRequest<W> {
  /** Below the base URL, beginning with a slash. */
  readonly path: string;
  readonly isShape: Shape<W>;
  readonly call: ProviderCall;
}

interface PostRequest<W> extends GetRequest<W> {
  readonly over: Connections;
  readonly body: object;
  readonly idempotencyKey: string;
}

export interface AdyenApiOptions extends Omit<HttpClientOptions, "origin"> {
  readonly url: string;
  readonly apiKey: string;
}

/** Origin and path of a base URL, the path without a slash at its end. */
export function baseOf(url: string): { readonly origin: string; readonly path: string } {
  const { origin, pathname } = new URL(url);
  return { origin, path: pathname.replace(/\/$/, "") };
}

export function createAdyenApi({ url, apiKey, ...use }: AdyenApiOptions): AdyenApi {
  const { origin, path: base } = baseOf(url);
  const { isError } = wireShapes();
  const http: HttpClient = createHttpClient({ origin, ...use });
  const headers = ["x-api-key", apiKey];

  return {
    async post({ over, path, body, idempotencyKey, isShape, call }) {
      const exchange = await http.send({
        over,
        method: "POST",
        path: base + path,
        headers: [...headers, "content-type", "application/json", "idempotency-key", idempotencyKey],
        body: JSON.stringify(body),
        signal: call.signal,
      });
      return readingOf(exchange, isShape, isError);
    },
    async get({ path, isShape, call }) {
      const exchange = await http.send({
        over: "reads",
        method: "GET",
        path: base + path,
        headers: [...headers],
        body: null,
        signal: call.signal,
      });
      return readingOf(exchange, isShape, isError);
    },
    shutdown: () => http.shutdown(),
  };
}
