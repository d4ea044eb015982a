import { Type } from "typebox";
import { AuditEntry } from "../administration.ts";
import { defineService } from "../service-contract.ts";
import { acquirerAccountActions } from "./acquirer-account-actions.ts";
import { healthAction } from "./health.ts";
import { listJobsAction } from "./list-jobs.ts";
import { statementActions } from "./statement-actions.ts";
import { traceStatementAction } from "./trace-actions.ts";

export const reconcilerContract = defineService("reconciler", {
  /** As `listJobs` of the others, under the name that gateways of the release before call. */
  status: listJobsAction,
  listAudit: {
    params: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 1000 }) }),
    result: Type.Object({ entries: Type.Array(AuditEntry) }),
  },
  keepAcquirerAccounts: acquirerAccountActions.keepAcquirerAccounts,
  ...statementActions,
  traceStatement: traceStatementAction,
  health: healthAction,
});
