import { CALLERS, SERVICE_CONTRACTS, type ServiceContract } from "@flowlix/contracts";
import { clientFor, type ServiceBroker } from "@flowlix/runtime";
import type { PaymentsClient } from "./clients.ts";

/** What several services offer in one shape. */
type Shared = "health" | "listJobs" | "listAudit";

/** Every service that the gateway may ask this, by name. */
export type Offering<A extends Shared> = Readonly<Record<string, Pick<PaymentsClient, A>>>;

/** From the table of callers, so that a new service is asked without a word here. */
export function whoOffers<A extends Shared>(broker: ServiceBroker, action: A): Offering<A> {
  const contracts: Readonly<Record<string, ServiceContract>> = SERVICE_CONTRACTS;
  const clients = Object.entries<readonly string[]>(CALLERS["api-gateway"]).flatMap(([name, actions]) => {
    const contract = contracts[name];
    if (contract === undefined || !actions.includes(action)) return [];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- shared actions have one shape, which a test of the contracts holds
    return [[name, clientFor(broker, "api-gateway", contract) as Pick<PaymentsClient, A>] as const];
  });
  return Object.fromEntries(clients);
}
