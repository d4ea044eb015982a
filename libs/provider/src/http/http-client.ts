import type { LookupFunction } from "node:net";
import { Pool } from "undici";
import { ExchangeHandler, type Exchange } from "./exchange.ts";

/** Which provider, and how many connections it is worth. */
export interface HttpClientOptions {
  /** Scheme, host and port; a path is not part of it. */
  readonly origin: string;
  /** For submissions, and as many for reads. */
  readonly connections?: number;
  readonly connectTimeoutMs?: number;
  /** Looks the host up for each connection; what it refuses is not connected to. Absent: as the system does. */
  readonly lookup?: LookupFunction | undefined;
  /** Idle connections are closed after this; must be below the server's own idle timeout. */
  readonly idleTimeoutMs?: number;
}

/**
 * Which connections a request goes over (docs/design/architecture.md#rule-12): what moves money never waits behind
 * reads that hang. Closing is a read here, since status syncs do it.
 */
export type Connections = "submissions" | "reads";

export interface HttpRequest {
  readonly over: Connections;
  readonly method: "GET" | "PUT" | "POST";
  readonly path: string;
  /** Names and values in turn, which is what costs undici least. */
  readonly headers: string[];
  readonly body: string | null;
  readonly signal: AbortSignal;
}

/** Above the status syncs of a process that may hang (80), so that reads which requests wait for go on beside them. */
const CONNECTIONS = 128;
const CONNECT_TIMEOUT_MS = 2_000;
/** Common servers keep an idle connection for five seconds or more. */
const IDLE_TIMEOUT_MS = 4_000;
/** A server that names its idle timeout is left this much before it. */
const IDLE_MARGIN_MS = 1_000;
const HEADER_BYTES_MAX = 16 * 1024;
/** A long answer that makes its reader wait this long for its next piece is given up. */
const PIECE_WAIT_MS = 15_000;

/** An answer that is read piece by piece, as fast as its reader takes it. */
export interface OpenAnswer {
  readonly status: number;
  /** Throws where the answer breaks off, or nothing comes for long. */
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Ends it, read or not. */
  discard(): void;
}

export interface HttpClient {
  /** Never rejects: whatever happens is an exchange. */
  send(request: HttpRequest): Promise<Exchange>;
  /** A long answer to a question that moves nothing; null where there is none. Never rejects. */
  open(request: Pick<HttpRequest, "path" | "headers" | "signal">): Promise<OpenAnswer | null>;
  shutdown(): Promise<void>;
}

/** Keep-alive connections to one origin, one request on each at a time; redirects are not followed. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const pools = { submissions: createPool(options), reads: createPool(options) };

  return {
    send: ({ over, method, path, headers, body, signal }) =>
      new Promise((resolve) => {
        if (signal.aborted) resolve({ kind: "not_sent" });
        else pools[over].dispatch({ method, path, headers, body }, new ExchangeHandler(signal, resolve));
      }),
    async open({ path, headers, signal }) {
      const waits = { headersTimeout: PIECE_WAIT_MS, bodyTimeout: PIECE_WAIT_MS };
      const request = { method: "GET", path, headers, signal, ...waits } as const;
      const answer = await pools.reads.request(request).catch(() => null);
      if (answer === null) return null;
      const { statusCode: status, body } = answer;
      body.on("error", () => undefined);
      return { status, pieces: body, discard: () => void body.destroy() };
    },
    shutdown: async () => void (await Promise.all([pools.submissions.close(), pools.reads.close()])),
  };
}

function createPool(options: HttpClientOptions): Pool {
  const idleTimeoutMs = options.idleTimeoutMs ?? IDLE_TIMEOUT_MS;
  return new Pool(options.origin, {
    connections: options.connections ?? CONNECTIONS,
    pipelining: 1,
    connect: {
      timeout: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
      ...(options.lookup === undefined ? {} : { lookup: options.lookup }),
    },
    allowH2: false,
    keepAliveTimeout: idleTimeoutMs,
    keepAliveMaxTimeout: idleTimeoutMs,
    keepAliveTimeoutThreshold: IDLE_MARGIN_MS,
    maxHeaderSize: HEADER_BYTES_MAX,
    // Every call is aborted by the provider port; undici's own timers are coarser and would only cost.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}
