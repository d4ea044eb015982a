import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { expect } from "chai";
import { waitFor } from "@flowlix/testkit";
import { createPlainClients } from "../verifier/plain-client.ts";

describe("clients that send nothing again by themselves", () => {
  let server: Server;
  let url: string;
  let asked: number;
  /** Which requests are cut off, by their number from 1. */
  let cut: (nth: number) => boolean;

  beforeEach(async () => {
    asked = 0;
    cut = () => false;
    server = createServer((request, response) => {
      asked += 1;
      if (cut(asked)) request.socket.destroy();
      else response.writeHead(asked % 2 === 0 ? 503 : 200).end("answered");
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    url = `http://127.0.0.1:${address.port}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });

  it("count each request that was cut off, over a connection of before as well, once", async () => {
    cut = (nth) => nth === 3 || nth === 20;
    const clients = createPlainClients(url);
    clients.begin?.();
    await waitFor("both to be cut off, and others after them", () => asked > 40);
    clients.end?.();
    expect(clients.count()).to.equal(2);
  });

  it("count no answer, whatever it says, and stop with the run", async () => {
    const clients = createPlainClients(url);
    clients.begin?.();
    await waitFor("answers over connections of before", () => asked > 20);
    clients.end?.();
    const open = (): Promise<number> =>
      new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
    await waitFor("every connection to be ended", async () => (await open()) === 0);
    expect(clients.count()).to.equal(0);
  });
});
