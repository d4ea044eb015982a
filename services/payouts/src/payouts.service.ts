import { payoutsContract, type AuditEntry, type ClockedTurn } from "@flowlix/contracts";
import { databaseIsAway, listAudit, sweepCallbacks, verifyEnds, type Journal } from "@flowlix/persistence";
import { implement, type ServiceSchema } from "@flowlix/runtime";
import { acceptCallback } from "./callbacks/accept-callback.ts";
import { createPayout } from "./create/create-payout.ts";
import type { PayoutsDeps } from "./deps.ts";
import { haveEnded } from "./read/have-ended.ts";
import { getPayout } from "./read/get-payout.ts";
import { listPayouts } from "./read/list-payouts.ts";
import { listOpen } from "./look/list-open.ts";
import { lookDue } from "./look/look-due.ts";
import { noteAnomaly } from "./anomalies/note-anomaly.ts";

type AuditSource = Parameters<typeof listAudit>[0];

export interface PayoutsServiceDeps extends PayoutsDeps {
  readonly auditRows: AuditSource;
  readonly journal: Journal;
  readonly databaseAnswers: () => Promise<boolean>;
  readonly foldTotals: () => Promise<ClockedTurn>;
  /** Name of the provider while it refuses payouts. */
  readonly degraded: () => string[];
}

/** The actions of this service, each its own file. */
export function payoutsService(deps: PayoutsServiceDeps): ServiceSchema {
  return implement(
    payoutsContract,
    {
      create: (params, call) => createPayout(deps, params, call.requestId),
      get: (params) => getPayout(deps, params),
      list: (params) => listPayouts(deps, params),
      acceptCallback: (params) => acceptCallback(deps, params),
      lookDue: ({ limit }) => lookDue(deps, limit),
      foldTotals: () => deps.foldTotals(),
      sweepCallbacks: () => sweepCallbacks(deps),
      haveEnded: (params) => haveEnded(deps, params),
      verifyEnds: (params) => verifyEnds(deps, params),
      listOpen: (params) => listOpen(deps, params),
      listAnomalies: async ({ open_only, limit }) => ({
        anomalies: await deps.anomalies.list(open_only, limit),
      }),
      noteAnomaly: (params) => noteAnomaly(deps, params),
      listAudit: async ({ limit }) => ({ entries: await auditEntries(deps.auditRows, limit) }),
      ...deps.journal,
      health: async () => ({ database: await deps.databaseAnswers(), degraded: deps.degraded() }),
    },
    { isOutage: databaseIsAway },
  );
}

const auditEntries = (rows: AuditSource, limit: number): Promise<AuditEntry[]> =>
  listAudit(rows, { service: "payouts", schema: "payouts" }, limit);
