import type { Socket } from "node:net";
import { HTTP_PEERS } from "@flowlix/testkit";
import { expect } from "chai";
import type { RuntimeState } from "../../services/standalone/src/runtime-file.ts";
import { START_TIMEOUT_MS, startStandalone } from "./support/installation.ts";

describe("a stop with peers that hold their connections", function () {
  this.timeout(START_TIMEOUT_MS);

  it("ends with 0 whatever they do or leave undone, on every listener there is", async () => {
    const running = await startStandalone();
    const sockets: Socket[] = [];
    try {
      const urls = listenersOf(running.runtime());
      expect(urls).to.have.length.of.at.least(5);
      for (const url of urls) for (const peer of HTTP_PEERS) sockets.push(await peer.open(url));
    } finally {
      const code = await running.stop();
      for (const socket of sockets) socket.destroy();
      expect(code).to.equal(0);
    }
  });
});

/** The public listener, that of operators, both of the acquirer, and those of probes. */
function listenersOf({ public_url, control_url, acquirer, processes }: RuntimeState): string[] {
  const probes = processes.flatMap(({ admin_url }) => (admin_url === null ? [] : [admin_url]));
  return [...new Set([public_url, control_url, acquirer.url, acquirer.admin_url, ...probes])];
}
