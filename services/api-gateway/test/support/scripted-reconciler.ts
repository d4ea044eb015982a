import { reconcilerContract } from "@flowlix/contracts";
import { implement, type Handlers } from "@flowlix/runtime";

export interface ScriptedReconciler {
  readonly service: ReturnType<typeof implement>;
}

/** The reconciler's contract in memory; `changes` script what a test is about. */
export function scriptedReconciler(
  changes: Partial<Handlers<typeof reconcilerContract>> = {},
): ScriptedReconciler {
  const handlers: Handlers<typeof reconcilerContract> = {
    status: async () => ({ tasks: [] }),
    listAudit: async () => ({ entries: [] }),
    health: async () => ({ database: true, degraded: [] }),
    ...changes,
  };
  return { service: implement(reconcilerContract, handlers) };
}
