import { SERVICE_CONTRACTS, type ServiceContract } from "@flowlix/contracts";
import { expect } from "chai";

/**
 * Add an action only when it is shown that a call which runs late, after its repetition, changes nothing
 * (docs/decisions/0080-hung-processes.md).
 */
const REPEATABLE: Readonly<Record<string, readonly string[]>> = {
  idempotency: ["begin", "find", "complete", "hold", "release", "health"],
  notifier: [
    "listEvents",
    "getEvent",
    "listEndpoints",
    "getEndpoint",
    "listDeliveries",
    "listFailing",
    "health",
  ],
  payments: ["get", "list", "acceptCallback", "acceptCallbacks", "keepAcquirerAccounts", "health"],
  payouts: ["get", "list", "acceptCallback", "acceptCallbacks", "keepAcquirerAccounts", "health"],
  reconciler: ["keepAcquirerAccounts", "health"],
  refunds: ["get", "list", "acceptCallback", "acceptCallbacks", "keepAcquirerAccounts", "health"],
};

describe("an action that clients ask for once more", () => {
  for (const [service, contract] of Object.entries<ServiceContract>(SERVICE_CONTRACTS))
    it(`moves no money and is named here: ${service}`, () => {
      const repeatable = Object.entries(contract.actions).filter(([, action]) => action.repeatable === true);
      expect(repeatable.map(([name]) => name)).to.have.members(REPEATABLE[service] ?? []);
    });
});
