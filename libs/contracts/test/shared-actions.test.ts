import { CALLERS, SERVICE_CONTRACTS, type ServiceContract } from "@flowlix/contracts";
import { expect } from "chai";

/** The gateway asks for these without knowing whom. */
const SHARED = ["health", "listJobs", "listAudit"] as const;

describe("an action that several services have", () => {
  const contracts: Readonly<Record<string, ServiceContract>> = SERVICE_CONTRACTS;
  const asked = Object.entries<readonly string[]>(CALLERS["api-gateway"]);

  for (const action of SHARED)
    it(`has one shape wherever the gateway may ask for it: ${action}`, () => {
      const shapes = asked
        .filter(([, actions]) => actions.includes(action))
        .map(([service]) => JSON.stringify(contracts[service]?.actions[action]));
      expect(shapes).to.have.length.of.at.least(5);
      expect(new Set(shapes)).to.have.length(1);
    });

  it("is there for the health of every service that others call", () => {
    const silent = asked.filter(([, actions]) => !actions.includes("health")).map(([service]) => service);
    expect(silent).to.deep.equal([]);
    expect(asked.map(([service]) => service)).to.have.members(Object.keys(SERVICE_CONTRACTS));
  });
});
