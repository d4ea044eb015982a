import { connect } from "node:net";
import { HTTP_PEERS, waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { startGateway, type TestGateway } from "./support/gateway.ts";

const REQUEST_ID = /\r\nrequest-id: req_[A-Za-z0-9]{24}\r\n/i;

/** Sends bytes as they are and returns all that comes back until the connection ends. */
function exchange(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes));
    socket.setEncoding("utf8");
    socket.on("data", (chunk) => (answer += String(chunk)));
    socket.on("end", () => resolve(answer));
    socket.on("error", reject);
  });
}

describe("requests that Fastify never sees as usual [D1-11]", () => {
  let gateway: TestGateway;
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway();
  });
  after(() => gateway.stop());

  const send = (text: string) => exchange(gateway.url, text);

  const cases: readonly (readonly [name: string, bytes: string, status: number, code: string])[] = [
    ["bytes that are no HTTP", "nonsense\r\n\r\n", 400, "invalid_request"],
    ["a method nobody knows", "BREW /v1/health HTTP/1.1\r\nHost: x\r\n\r\n", 400, "invalid_request"],
    [
      "headers that are too large",
      `GET /v1/health HTTP/1.1\r\nHost: x\r\nA: ${"x".repeat(20_000)}\r\n\r\n`,
      400,
      "invalid_request",
    ],
    [
      "two Hosts",
      "GET /v1/health HTTP/1.1\r\nHost: x\r\nhost: x\r\nConnection: close\r\n\r\n",
      400,
      "invalid_request",
    ],
    [
      "two Hosts of HTTP/1.0",
      "GET /v1/health HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n",
      400,
      "invalid_request",
    ],
    [
      "two lengths that differ",
      "POST /v1/health HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
      400,
      "invalid_request",
    ],
    [
      "a length beside chunks",
      "POST /v1/health HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      400,
      "invalid_request",
    ],
    ["a missing Host", "GET /v1/health HTTP/1.1\r\nConnection: close\r\n\r\n", 400, "invalid_request"],
    [
      "a chunk that is none",
      "POST /v1/health HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\nzz\r\n",
      400,
      "invalid_request",
    ],
    ["a tunnel", "CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n", 405, "method_not_allowed"],
    ["TRACE", "TRACE /v1/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 405, "method_not_allowed"],
    [
      "an expectation nobody knows",
      "GET /x HTTP/1.1\r\nHost: x\r\nExpect: x\r\nConnection: close\r\n\r\n",
      404,
      "resource_not_found",
    ],
    ["OPTIONS *", "OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 404, "resource_not_found"],
  ];
  for (const [name, bytes, status, code] of cases) {
    it(`${name}: ${status} ${code} with the envelope and a Request-Id [END-2]`, async () => {
      const answer = await send(bytes);
      expect(answer).to.match(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(answer).to.match(REQUEST_ID);
      expect(answer).to.contain(`{"error":{"code":"${code}"`);
    });
  }

  for (const peer of HTTP_PEERS.filter(({ name }) => name.startsWith("was refused")))
    it(`a peer that ${peer.name} and never closes is disconnected`, async () => {
      const socket = await peer.open(gateway.url);
      await waitFor("no connection to be left", async () =>
        /^gateway_http_connections 0$/m.test(await gateway.metrics.text()),
      );
      socket.destroy();
    });

  it("after an answer a connection is kept for longer than an ingress keeps it", async () => {
    const { headers } = await fetch(`${gateway.url}/health`);
    expect(headers.get("keep-alive")).to.equal("timeout=75");
  });

  it("more than 100 headers: 400 invalid_request", async () => {
    const headers = Array.from({ length: 101 }, (_, index) => `h${index}: 1\r\n`).join("");
    const answer = await send(`GET /v1/health HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);
    expect(answer)
      .to.match(/^HTTP\/1\.1 400 /)
      .and.to.contain('{"error":{"code":"invalid_request"');
  });

  it("the absolute form of a target is served as its path", async () => {
    const answer = await send(
      "GET http://shop.example/v1/health?x=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    );
    expect(answer).to.match(/^HTTP\/1\.1 200 /);
  });

  it("an Upgrade is an ordinary request", async () => {
    const answer = await send(
      "GET /v1/health HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n",
    );
    expect(answer).to.match(/^HTTP\/1\.1 200 /);
  });

  for (const [named, first, second] of [
    ["two Idempotency-Keys", "a", "b"],
    ["an Idempotency-Key and an empty one behind it", "a", ""],
    ["an Idempotency-Key and an empty one before it", "", "a"],
    ["two empty Idempotency-Keys", "", ""],
  ] as const)
    it(`${named} are parameter_invalid`, async () => {
      const { apiKey } = await gateway.merchant();
      const answer = await send(
        `POST /v1/payments HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\nIdempotency-Key: ${first}\r\nIdempotency-Key: ${second}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      );
      expect(answer).to.contain('"code":"parameter_invalid"').and.to.contain('"param":"Idempotency-Key"');
    });
});
