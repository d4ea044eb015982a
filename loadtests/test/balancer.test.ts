import { createServer, request, Agent, type RequestListener, type Server } from "node:http";
import { once } from "node:events";
import { expect } from "chai";
import { startBalancer, type Balancer } from "../runner/balancer.ts";

interface Backend {
  readonly url: string;
  readonly server: Server;
}

const backend = (name: string): Promise<Backend> => serving((_request, response) => response.end(name));

async function serving(listener: RequestListener): Promise<Backend> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { url: `http://127.0.0.1:${address.port}`, server };
}

function ask(url: string, agent: Agent): Promise<string> {
  const answer = Promise.withResolvers<string>();
  const sent = request(url, { agent }, (response) => {
    let text = "";
    response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    response.once("end", () => answer.resolve(text));
  });
  sent.once("error", answer.reject).end();
  return answer.promise;
}

describe("the balancer before the gateways", () => {
  const servers: Server[] = [];
  const agents: Agent[] = [];
  let balancer: Balancer;
  let urls: string[];

  beforeEach(async () => {
    balancer = await startBalancer();
    const backends = [await backend("a"), await backend("b")];
    servers.push(...backends.map(({ server }) => server));
    urls = backends.map(({ url }) => url);
    for (const url of urls) balancer.add(url);
  });
  afterEach(async () => {
    for (const agent of agents.splice(0)) agent.destroy();
    await balancer.close();
    for (const server of servers.splice(0)) server.close();
  });

  const client = (): Agent => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    agents.push(agent);
    return agent;
  };

  it("hands connections out in turn, and leaves each with its backend", async () => {
    const [one, other] = [client(), client()];
    expect([await ask(balancer.url, one), await ask(balancer.url, other)]).to.have.members(["a", "b"]);
    const again = [await ask(balancer.url, one), await ask(balancer.url, one)];
    expect(new Set(again).size).to.equal(1);
  });

  it("gives a backend that was taken out no new connection, and lets it keep those it has", async () => {
    const clients = [client(), client()];
    const before = [await ask(balancer.url, clients[0]!), await ask(balancer.url, clients[1]!)];
    balancer.remove(urls[0] ?? "");
    expect([await ask(balancer.url, clients[0]!), await ask(balancer.url, clients[1]!)]).to.deep.equal(
      before,
    );
    const fresh = [
      await ask(balancer.url, client()),
      await ask(balancer.url, client()),
      await ask(balancer.url, client()),
    ];
    expect(fresh).to.deep.equal(["b", "b", "b"]);
  });

  it("ends a connection for which there is no backend", async () => {
    for (const url of urls) balancer.remove(url);
    const outcome = await ask(balancer.url, client()).catch((error: NodeJS.ErrnoException) => error.code);
    expect(outcome).to.equal("ECONNRESET");
  });
});

describe("what the balancer counts as cut off", () => {
  let balancer: Balancer;
  let agent: Agent;
  let server: Server;
  beforeEach(async () => {
    balancer = await startBalancer();
    agent = new Agent({ keepAlive: true, maxSockets: 1 });
  });
  afterEach(async () => {
    agent.destroy();
    await balancer.close();
    server.closeAllConnections();
    server.close();
  });

  async function behind(listener: RequestListener): Promise<void> {
    const one = await serving(listener);
    server = one.server;
    balancer.add(one.url);
  }

  it("is a request whose backend ended the connection, and no connection that was idle", async () => {
    await behind((incoming, response) => {
      if (incoming.url === "/cut") incoming.socket.destroy();
      else response.end("answered");
    });
    expect([await ask(balancer.url, agent), balancer.cut()]).to.deep.equal(["answered", 0]);
    const outcome = await ask(`${balancer.url}/cut`, agent).catch(
      (error: NodeJS.ErrnoException) => error.code,
    );
    expect([outcome, balancer.cut()]).to.deep.equal(["ECONNRESET", 1]);
    expect(await ask(balancer.url, agent)).to.equal("answered");
    const [socket] = Object.values(agent.freeSockets).flat();
    const ended = once(socket!, "close");
    server.closeAllConnections();
    await ended;
    expect(balancer.cut()).to.equal(1);
  });

  it("is no request whose client went away before its answer", async () => {
    const asked = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    await behind((incoming) => {
      incoming.socket.once("close", () => ended.resolve());
      asked.resolve();
    });
    const sent = request(balancer.url, { agent }).once("error", () => {});
    sent.end();
    await asked.promise;
    sent.destroy();
    await ended.promise;
    expect(balancer.cut()).to.equal(0);
  });
});
