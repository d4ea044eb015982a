import { notifierContract } from "@flowlix/contracts";
import { clientFor, implement, newId } from "@flowlix/runtime";
import { gate, startBrokers } from "@flowlix/testkit";
import { expect } from "chai";
import { aCall, rejectionOf } from "./support.ts";

const { getEvent, deleteEndpoint } = notifierContract.actions;
const ASKED = { name: notifierContract.name, actions: { getEvent, deleteEndpoint } };

describe("calls of actions", () => {
  it("are counted by the mode of whom they are made for, where they had no answer as well", async () => {
    const never = gate();
    const notifier = implement(ASKED, {
      getEvent: () => Promise.reject(new Error("x")),
      deleteEndpoint: () => never.pass().then(() => Promise.reject(new Error("too late"))),
    });
    const brokers = await startBrokers({ nodes: { "api-gateway": [], notifier: [notifier] } });
    const client = clientFor(brokers.of("api-gateway"), "api-gateway", ASKED);
    const scope = (livemode: boolean) => ({ merchant_id: newId("merchant"), livemode });
    const event_id = newId("event");
    await rejectionOf(client.getEvent({ scope: scope(false), event_id }, aCall()));
    await rejectionOf(client.getEvent({ scope: scope(true), event_id }, aCall()));
    await rejectionOf(client.getEvent({ scope: scope(true), event_id }, aCall()));
    const endpoint_id = newId("webhook_endpoint");
    await rejectionOf(client.deleteEndpoint({ scope: scope(false), endpoint_id }, aCall(30)));
    never.open();
    const text = await brokers.metrics.text();
    await brokers.stop();
    const counted = (action: string, outcome: string, mode: string) =>
      `moleculer_action_requests_total{action="notifier.${action}",outcome="${outcome}",mode="${mode}"}`;
    expect(text).to.contain(`${counted("getEvent", "server_error", "sandbox")} 1\n`);
    expect(text).to.contain(`${counted("getEvent", "server_error", "live")} 2\n`);
    expect(text).to.contain(`${counted("deleteEndpoint", "timeout", "sandbox")} 1\n`);
  });
});
