import type { Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createHttpListener, type HttpListener } from "./http-listener.ts";
import type { FailingLoop } from "./loops.ts";
import type { Metrics } from "./metrics.ts";
import type { ReadinessAnswer } from "./readiness.ts";

export interface AdminServerOptions {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  readonly metrics: Metrics;
  readiness(): Promise<ReadinessAnswer>;
  /** Told with readiness, and no part of it: what requests need may be there. */
  failingLoops(): readonly FailingLoop[];
  /** Whether starting has ended; absent means that it has. */
  started?(): boolean;
}

export interface AdminServer {
  readonly port: number;
  readonly url: string;
  close(): Promise<void>;
}

/** Probes and a few who scrape. */
const CONNECTIONS_MAX = 64;

/**
 * Probes and metrics on a listener of their own (docs/design/operations.md#probes): `/livez` asks nobody, `/readyz`
 * runs the checks and names what failed and which
 * loops do not come off, `/startupz` shows when starting has ended, `/metrics`.
 */
export async function startAdminServer(options: AdminServerOptions): Promise<AdminServer> {
  const listener = createHttpListener({ connectionsMax: CONNECTIONS_MAX });
  const server = listener.serve((request, response) => {
    answer(
      options,
      request.method ?? "",
      new URL(request.url ?? "/", "http://admin").pathname,
      response,
    ).catch(() => {
      if (!response.headersSent) sendJson(response, 500, { status: "error" });
      else response.destroy();
    });
  });
  await listen(server, options.port, options.host);
  const { port } = addressOf(server);
  const host = options.host.includes(":") ? `[${options.host}]` : options.host;
  return { port, url: `http://${host}:${port}`, close: () => closed(server, listener) };
}

async function answer(
  options: AdminServerOptions,
  method: string,
  path: string,
  response: ServerResponse,
): Promise<void> {
  if (method !== "GET" && method !== "HEAD") return sendJson(response, 405, { status: "method not allowed" });
  if (path === "/livez") return sendJson(response, 200, { status: "ok" });
  if (path === "/startupz") {
    const started = options.started?.() ?? true;
    return sendJson(response, started ? 200 : 503, { status: started ? "ok" : "starting" });
  }
  if (path === "/readyz") {
    const { ok, failing } = await options.readiness();
    const detail = { failing, loops: options.failingLoops() };
    return sendJson(response, ok ? 200 : 503, { status: ok ? "ok" : "unavailable", ...detail });
  }
  if (path !== "/metrics") return sendJson(response, 404, { status: "not found" });
  response.writeHead(200, { "content-type": options.metrics.contentType }).end(await options.metrics.text());
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, { "content-type": "application/json", "cache-control": "no-store" })
    .end(JSON.stringify(body));
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the admin server has no port");
  return address;
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject).listen({ port, host }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** Nobody's question outlives the process. */
async function closed(server: Server, listener: HttpListener): Promise<void> {
  await listener.stop({ drainMs: 0, servedMs: 0 });
  await new Promise<void>((resolve) => void server.close(() => resolve()));
}
