import { reconcilerContract } from "@flowlix/contracts";
import { DomainError, implement, type Handlers } from "@flowlix/runtime";
import { scriptedAccounts } from "./scripted-accounts.ts";

const absent = () => Promise.reject(new DomainError("object_not_found"));

export interface ScriptedReconciler {
  readonly service: ReturnType<typeof implement>;
}

/** The reconciler's contract in memory; `changes` script what a test is about. */
export function scriptedReconciler(
  changes: Partial<Handlers<typeof reconcilerContract>> = {},
): ScriptedReconciler {
  const handlers: Handlers<typeof reconcilerContract> = {
    keepAcquirerAccounts: scriptedAccounts().actions.keepAcquirerAccounts,
    status: async () => ({ tasks: [] }),
    startStatementRun: absent,
    readStatementRun: absent,
    reportStatement: async () => ({ run: null, failed_since: null, differences: [], not_compared: [] }),
    listSources: async () => ({ sources: [] }),
    listDifferences: async () => ({ differences: [] }),
    resolveDifference: absent,
    traceStatement: async () => ({ entries: [] }),
    listAudit: async () => ({ entries: [] }),
    health: async () => ({ database: true, degraded: [] }),
    ...changes,
  };
  return { service: implement(reconcilerContract, handlers) };
}
