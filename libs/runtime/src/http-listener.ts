import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";

/** Bounds of every HTTP listener of ours, in milliseconds unless they say otherwise. */
export const HTTP_BOUNDS = {
  /** Bytes of a request line with its headers. */
  headerBytes: 16 * 1024,
  /** Headers of one request; one with more is malformed. */
  headers: 100,
  /** For all headers to arrive, counted from the connection's beginning for its first request. */
  headersMs: 10_000,
  /** For a whole request to arrive. */
  requestMs: 30_000,
  /** A connection between two requests; above the 60 s of an ingress, so that it is the ingress who closes. */
  idleMs: 75_000,
  /**
   * A connection on which nothing moves, for instance because its peer reads no answer; above the slowest answer of
   * ours.
   */
  stuckMs: 150_000,
  /** How often late requests are looked for. */
  checkMs: 1_000,
  /** After its last answer a connection is destroyed, whether or not its peer has closed it. */
  refusedMs: 1_000,
  /** After a stop has begun, for requests that have begun to arrive and for answers to be read. */
  arriveMs: 5_000,
} as const;

type Bounds = { readonly [B in keyof typeof HTTP_BOUNDS]: number };

export interface HttpListenerOptions {
  /** Connections at once; one more is closed before anything of it is read. */
  readonly connectionsMax: number;
  /** Called for each connection that is refused so. */
  readonly onRefused?: () => void;
  /** False where the handler refuses a request without its one Host in its own words. */
  readonly requireHostHeader?: boolean;
  /** For tests. */
  readonly bounds?: Partial<Bounds>;
}

export interface StopTimes {
  /**
   * Clients, and an ingress, send their next request over a connection of before without knowing that it is about
   * to end, and not everybody may send such a request again. For so long whatever comes is answered; less where no
   * connection is open.
   */
  readonly drainMs: number;
  /** For requests under way to be answered. */
  readonly servedMs: number;
}

/** The connections of one HTTP listener. */
export interface HttpListener {
  /** A server under the bounds, for `http` or as Fastify's `serverFactory`. */
  readonly serve: (handler: RequestListener) => Server;
  /**
   * Ends a connection with these last bytes, and destroys it a second later. Without them where an answer is due, for
   * which they would pass, and where nothing was asked: they would pass for the answer to what is on its way.
   */
  refuse(socket: Duplex, answer: string): void;
  /**
   * To be called before the server's own `close`; resolves when that is to begin. From then on each connection ends
   * as soon as nothing is under way on it, so that `close` ends within the times whatever peers do or leave undone.
   * Half-sent requests have five seconds.
   */
  stop(times: StopTimes): Promise<void>;
  /** Connections that are open now. */
  open(): number;
}

const POLL_MS = 25;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * The one way to listen for HTTP: sizes and times of requests are bounded, and no connection outlives its use,
 * whatever its peer does: keeps silent, sends half a request, reads no answer, never closes.
 */
export function createHttpListener(options: HttpListenerOptions): HttpListener {
  const bounds: Bounds = { ...HTTP_BOUNDS, ...options.bounds };
  const connections = new Map<Duplex, Set<Exchange>>();
  const servers: Server[] = [];
  const refused = new WeakSet<Duplex>();

  const serve = (handler: RequestListener): Server => {
    const { requireHostHeader = true } = options;
    const atCreation = { maxHeaderSize: bounds.headerBytes, connectionsCheckingInterval: bounds.checkMs };
    const handle = requireHostHeader ? withOneHost(handler) : handler;
    const server = createServer({ ...atCreation, requireHostHeader }, handle);
    bound(server, bounds, options.connectionsMax);
    servers.push(server);
    server.on("connection", (socket: Socket) => {
      connections.set(socket, new Set());
      // Node listens for errors only while it serves the connection: after a CONNECT a reset would end the process.
      socket.on("error", () => undefined);
      socket.once("close", () => connections.delete(socket));
    });
    if (options.onRefused !== undefined) server.on("drop", options.onRefused);
    server.prependListener("request", (request, response) => {
      const underWay = connections.get(request.socket);
      const exchange = { request, response };
      underWay?.add(exchange);
      response.once("close", () => underWay?.delete(exchange));
    });
    return server;
  };

  const isServing = (socket: Duplex): boolean =>
    [...(connections.get(socket) ?? [])].some(
      ({ request, response }) => request.complete && !response.writableEnded,
    );

  const end = (which: "idle" | "not served" | "all"): void => {
    for (const server of servers) server.closeIdleConnections();
    for (const socket of connections.keys())
      if (which === "all" || hasSaidNothing(socket) || (which === "not served" && !isServing(socket)))
        socket.destroy();
  };

  /** Until none is left; those last that are still of use. */
  const sweep = async (which: () => Parameters<typeof end>[0]): Promise<void> => {
    while (connections.size > 0 || servers.some(({ listening }) => listening)) {
      // A timer runs before arrived bytes are read, the next turn's begin after it: none with a request in it is taken
      // for idle.
      await nextTurn();
      end(which());
      await pause(POLL_MS);
    }
  };

  return {
    serve,
    refuse(socket, answer) {
      // What it goes on to send is read and dropped until then, or a reset would overtake the answer.
      if (refused.has(socket)) return;
      if (!socket.writable || isServing(socket) || hasSaidNothing(socket)) return void socket.destroy();
      refused.add(socket);
      const timer = setTimeout(() => socket.destroy(), bounds.refusedMs);
      socket.once("close", () => clearTimeout(timer));
      socket.resume().end(answer);
    },
    async stop({ drainMs, servedMs }) {
      const beganAt = performance.now();
      const isOver = (limitMs: number): boolean => performance.now() - beganAt >= limitMs;
      while (connections.size > 0 && !isOver(drainMs)) await pause(POLL_MS);
      void sweep(() => {
        if (isOver(drainMs + servedMs)) return "all";
        return isOver(drainMs + bounds.arriveMs) ? "not served" : "idle";
      });
    },
    open: () => connections.size,
  };
}

/**
 * Whether a request names its host as it must (RFC 9112 §3.2): once, and before HTTP/1.1 at most once. Node takes the
 * first of several, where something in front of it may have taken another.
 */
export function namesItsHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && isHost(name)).length;
  return hosts === 1 || (hosts === 0 && httpVersion !== "1.1");
}

const isHost = (name: string): boolean => name.length === "host".length && name.toLowerCase() === "host";

const withOneHost =
  (handler: RequestListener): RequestListener =>
  (request, response) => {
    if (namesItsHost(request)) return handler(request, response);
    response.writeHead(400, { Connection: "close" }).end();
  };

function bound(server: Server, bounds: Bounds, connectionsMax: number): void {
  server.maxConnections = connectionsMax;
  server.maxHeadersCount = bounds.headers;
  server.headersTimeout = bounds.headersMs;
  server.requestTimeout = bounds.requestMs;
  server.keepAliveTimeout = bounds.idleMs;
  server.setTimeout(bounds.stuckMs);
}

const hasSaidNothing = (socket: Duplex): boolean => "bytesRead" in socket && socket.bytesRead === 0;
