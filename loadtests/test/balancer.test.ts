import { createServer, request, Agent, type Server } from "node:http";
import { once } from "node:events";
import { expect } from "chai";
import { startBalancer, type Balancer } from "../runner/balancer.ts";

async function backend(name: string): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer((_request, response) => response.end(name)).listen(0, "127.0.0.1");
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

  it("counts a request that its backend cut off, read or not, and no other", async () => {
    const cutting = createServer((incoming, response) => {
      if (incoming.url === "/cut") incoming.socket.destroy();
      else response.end("answered");
    }).listen(0, "127.0.0.1");
    servers.push(cutting);
    await once(cutting, "listening");
    const address = cutting.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    for (const url of urls) balancer.remove(url);
    balancer.add(`http://127.0.0.1:${address.port}`);
    const agent = client();
    expect(await ask(balancer.url, agent)).to.equal("answered");
    expect(balancer.cut()).to.equal(0);
    const outcome = await ask(`${balancer.url}/cut`, agent).catch(
      (error: NodeJS.ErrnoException) => error.code,
    );
    expect([outcome, balancer.cut()]).to.deep.equal(["ECONNRESET", 1]);
    expect(await ask(balancer.url, client())).to.equal("answered");
    cutting.closeAllConnections();
    expect(balancer.cut()).to.equal(1);
  });

  it("counts no request whose client went away before its answer", async () => {
    const asked = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const silent = createServer((incoming) => {
      incoming.socket.once("close", () => ended.resolve());
      asked.resolve();
    }).listen(0, "127.0.0.1");
    servers.push(silent);
    await once(silent, "listening");
    const address = silent.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    for (const url of urls) balancer.remove(url);
    balancer.add(`http://127.0.0.1:${address.port}`);
    const sent = request(balancer.url, { agent: client() }).once("error", () => {});
    sent.end();
    await asked.promise;
    sent.destroy();
    await ended.promise;
    expect(balancer.cut()).to.equal(0);
  });

  it("ends a connection for which there is no backend", async () => {
    for (const url of urls) balancer.remove(url);
    const outcome = await ask(balancer.url, client()).catch((error: NodeJS.ErrnoException) => error.code);
    expect(outcome).to.equal("ECONNRESET");
  });
});
