import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { Fact, Verdict } from "../data/facts.ts";
import { JOURNEYS_END_MS, type Verifier } from "./verifier.ts";

export interface VerifierServer {
  readonly url: string;
  readonly server: Server;
  close(): Promise<void>;
}

/** How far a verification is. */
type Verification =
  | { readonly state: "none" | "under_way" }
  | { readonly state: "done"; readonly verdict: Verdict }
  | { readonly state: "failed"; readonly why: string };

/**
 * `POST /runs`, `POST /facts`, `POST /verdict` then `GET /verdict` until it is there (204 until then), `POST` and
 * `DELETE /journeys` around those of a steered load, `DELETE /load` to end it (answered when none is under way),
 * `POST /webhooks/{merchant}` for the platform, `GET /healthz`.
 */
export async function serveVerifier(verifier: Verifier, host: string, port: number): Promise<VerifierServer> {
  let verification: Verification = { state: "none" };
  const verify = async (): Promise<void> => {
    try {
      verification = { state: "done", verdict: await verifier.verify() };
    } catch (error) {
      verification = { state: "failed", why: error instanceof Error ? error.message : String(error) };
    }
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = ""] = (request.url ?? "").split("?", 1);
    const body = await textOf(request);
    const route = `${request.method ?? ""} ${path}`;
    if (route === "POST /facts") {
      const facts: Fact[] = JSON.parse(body);
      verifier.keep(facts);
      return end(response, 204);
    }
    if (route.startsWith("POST /webhooks/")) {
      const signature = String(request.headers["flowlix-signature"] ?? "");
      const taken = verifier.sink.take(path.slice("/webhooks/".length), signature, body);
      return end(response, taken ? 204 : 401);
    }
    if (route === "POST /journeys") return end(response, verifier.journeyBegins() ? 201 : 409);
    if (route === "DELETE /journeys") {
      verifier.journeyEnds();
      return end(response, 204);
    }
    if (route === "DELETE /load") {
      await verifier.endLoad(JOURNEYS_END_MS);
      return end(response, 204);
    }
    if (route === "POST /runs") return end(response, 201, { run: verifier.beginRun() });
    if (route === "GET /healthz") return end(response, 200, { status: "ok" });
    if (route === "POST /verdict") {
      if (verification.state !== "under_way") {
        verification = { state: "under_way" };
        void verify();
      }
      return end(response, 202);
    }
    if (route !== "GET /verdict") return end(response, 404);
    if (verification.state === "done") return end(response, 200, verification.verdict);
    return verification.state === "failed"
      ? end(response, 500, { error: verification.why })
      : end(response, 204);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => end(response, 400, { error: String(error) }));
  });
  server.keepAliveTimeout = 60_000;
  server.listen(port, host);
  await once(server, "listening");
  const address = server.address();
  const bound = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `http://${host === "0.0.0.0" ? "127.0.0.1" : host}:${bound}`,
    server,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function end(response: ServerResponse, status: number, body?: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
