import { reconcilerContract } from "@flowlix/contracts";
import { databaseIsAway } from "@flowlix/persistence";
import { implement, type ServiceSchema } from "@flowlix/runtime";
import type { ReconcilerDeps } from "./deps.ts";

export interface ReconcilerServiceDeps extends ReconcilerDeps {
  readonly databaseAnswers: () => Promise<boolean>;
}

/** The actions of this service, each its own file. */
export function reconcilerService(deps: ReconcilerServiceDeps): ServiceSchema {
  return implement(
    reconcilerContract,
    {
      status: async () => ({ tasks: await deps.turns.list() }),
      health: async () => ({ database: await deps.databaseAnswers(), degraded: [] }),
    },
    { isOutage: databaseIsAway },
  );
}
