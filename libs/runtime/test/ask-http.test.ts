import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { askHttp, whyNotOk } from "@flowlix/runtime";
import { expect } from "chai";

/** Some of those that browsers and `fetch` refuse to ask: https://fetch.spec.whatwg.org/#bad-port. */
const BAD_PORTS = [6000, 6566, 6665, 6666, 6667, 6668, 6669, 6697, 10_080];
const TIMEOUT_MS = 30_000;

describe("an address that is asked by HTTP", () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.close();
      server.closeAllConnections();
    }
  });

  async function listen(port: number, answer: RequestListener): Promise<string> {
    const server = createServer(answer).listen(port, "127.0.0.1");
    servers.push(server);
    await once(server, "listening");
    const address = server.address();
    return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  }

  it("answers on a port that browsers refuse", async () => {
    for (const port of BAD_PORTS) {
      const url = await listen(port, (_, response) => response.end("here")).catch(() => undefined);
      if (url === undefined) continue;
      expect((await askHttp(`${url}/readyz`, { timeoutMs: TIMEOUT_MS })).text).to.equal("here");
      return;
    }
    throw new Error("somebody listens on each of these ports");
  });

  it("is named with the reason where nobody listens", async () => {
    expect(await whyNotOk("http://127.0.0.1:1/readyz", TIMEOUT_MS)).to.equal(
      "http://127.0.0.1:1/readyz does not answer: connect ECONNREFUSED 127.0.0.1:1",
    );
  });

  it("is named where it accepts and says nothing", async () => {
    const url = await listen(0, () => undefined);
    expect(await whyNotOk(`${url}/readyz`, 50)).to.equal(
      `${url}/readyz does not answer: no answer within 0.05 s`,
    );
  });

  it("is named with what it answers where that is no success", async () => {
    const url = await listen(0, (_, response) => response.writeHead(503).end('{"failing":["postgres"]}'));
    expect(await whyNotOk(`${url}/readyz`, TIMEOUT_MS)).to.equal(
      `${url}/readyz answers 503 {"failing":["postgres"]}`,
    );
  });

  it("gets a body and headers, and gives back its own", async () => {
    const url = await listen(0, (request, response) => {
      response.setHeader("said", String(request.headers["asked"]));
      request.pipe(response);
    });
    const answer = await askHttp(url, {
      method: "POST",
      headers: { asked: "this" },
      body: "text",
      timeoutMs: TIMEOUT_MS,
    });
    expect([answer.status, answer.headers["said"], answer.text]).to.deep.equal([200, "this", "text"]);
  });
});
