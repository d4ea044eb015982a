import { reconcilerContract, type AuditEntry, type Result } from "@flowlix/contracts";
import type { Accounts } from "@flowlix/engine";
import { databaseIsAway, listAudit, type Pool } from "@flowlix/persistence";
import { implement, type ServiceSchema } from "@flowlix/runtime";
import type { ReconcilerDeps } from "./deps.ts";
import {
  listDifferences,
  listSources,
  readStatementRun,
  reportStatement,
  resolveDifference,
  startStatementRun,
} from "./statement/statement-actions.ts";
import { traceStatement } from "./statement/trace-statement.ts";

type AuditSource = Parameters<typeof listAudit>[0];

export interface ReconcilerServiceDeps extends ReconcilerDeps {
  readonly auditRows: AuditSource;
  readonly accounts: Pick<Accounts, "keep">;
  /** For reads that operators wait for. */
  readonly read: Pool;
  readonly health: () => Promise<Result<typeof reconcilerContract, "health">>;
}

/** The actions of this service, each its own file. */
export function reconcilerService(deps: ReconcilerServiceDeps): ServiceSchema {
  return implement(
    reconcilerContract,
    {
      status: async () => ({ tasks: await deps.jobs.list() }),
      listAudit: async ({ limit }) => ({ entries: await auditEntries(deps.auditRows, limit) }),
      keepAcquirerAccounts: (params) => deps.accounts.keep(params),
      startStatementRun: (params) => startStatementRun(deps.statement, params),
      readStatementRun: (params) => readStatementRun(deps.statement, params),
      reportStatement: (params) => reportStatement(deps.statement, params),
      listSources: () => listSources(deps.statement),
      listDifferences: (params) => listDifferences(deps.statement, params),
      resolveDifference: (params) => resolveDifference(deps.statement, params),
      traceStatement: async ({ lines }) => ({
        entries: await traceStatement(deps.read, deps.statement.sources, lines),
      }),
      health: () => deps.health(),
    },
    { isOutage: databaseIsAway },
  );
}

const auditEntries = (rows: AuditSource, limit: number): Promise<AuditEntry[]> =>
  listAudit(rows, { service: "reconciler", schema: "reconciler" }, limit);
