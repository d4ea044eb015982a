import { connect } from "node:net";
import { once } from "node:events";
import { expect } from "chai";
import { waitFor } from "@flowlix/testkit";
import { startGateway } from "./support/gateway.ts";
import { createPayment } from "./support/requests.ts";
import { paymentOf, scriptedPayments } from "./support/scripted-payments.ts";

function isRefused(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.on("connect", () => {
      socket.destroy();
      resolve(false);
    });
    socket.on("error", () => resolve(true));
  });
}

describe("stopping the gateway", () => {
  it("answers what is under way, and a silent connection does not hold it up for ever", async function () {
    this.timeout(60_000);
    const entered = Promise.withResolvers<void>();
    const { promise, resolve } = Promise.withResolvers<void>();
    const payments = scriptedPayments({
      create: async (params) => {
        entered.resolve();
        await promise;
        return paymentOf(params);
      },
    });
    const gateway = await startGateway({ payments, env: { REQUEST_DEADLINE: "1s" } });
    const { apiKey } = await gateway.merchant();
    const { hostname, port } = new URL(gateway.url);
    const silent = connect({ host: hostname, port: Number(port) });
    await once(silent, "connect");
    const underWay = createPayment(gateway.url, { apiKey });
    await entered.promise;
    const stopped = gateway.stop();
    await waitFor("the listener to refuse connections", () => isRefused(hostname, Number(port)));
    resolve();
    const answer = await underWay;
    expect([answer.status, answer.headers.get("connection")]).to.deep.equal([201, "close"]);
    await stopped;
    silent.destroy();
  });
});
