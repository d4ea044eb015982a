import { connect, createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { expect } from "chai";
import { connectionsWithin } from "../src/descriptors.ts";

describe("The limit of a process's connections", () => {
  const { report } = process;
  const getReport = report.getReport.bind(report);
  afterEach(() => {
    report.getReport = getReport;
    report.excludeNetwork = false;
  });

  it("is read without asking a resolver who the sockets' peers are", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a server that listens on a port
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    const sockets: string[] = [];
    report.getReport = (...given) => {
      const read = getReport(...given);
      sockets.push(JSON.stringify(Reflect.get(read, "libuv")));
      return read;
    };
    try {
      expect(connectionsWithin(Infinity)).to.be.above(0);
      // A name that was asked for stands where the address does.
      const hosts = sockets.flatMap((text) =>
        [...text.matchAll(/"host":"([^"]*)"/g)].map(([, host]) => host),
      );
      expect(new Set(hosts)).to.deep.equal(new Set(["127.0.0.1"]));
      expect(report.excludeNetwork, "as it was").to.equal(false);
    } finally {
      socket.destroy();
      server.close();
    }
  });
});
