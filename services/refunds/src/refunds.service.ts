import { refundsContract, type AuditEntry } from "@flowlix/contracts";
import { databaseIsAway, listAudit, sweepCallbacks, verifyEnds, type Journal } from "@flowlix/persistence";
import { implement, type ServiceSchema } from "@flowlix/runtime";
import { acceptCallback } from "./callbacks/accept-callback.ts";
import { createRefund } from "./create/create-refund.ts";
import type { RefundsDeps } from "./deps.ts";
import { haveEnded } from "./read/have-ended.ts";
import { getRefund } from "./read/get-refund.ts";
import { listRefunds } from "./read/list-refunds.ts";
import { listOpen } from "./look/list-open.ts";
import { lookDue } from "./look/look-due.ts";
import { noteAnomaly } from "./anomalies/note-anomaly.ts";
import { tellDue } from "./telling/tell-payment.ts";
import { voidRefund } from "./create/void-refund.ts";

type AuditSource = Parameters<typeof listAudit>[0];

export interface RefundsServiceDeps extends RefundsDeps {
  readonly auditRows: AuditSource;
  readonly journal: Journal;
  readonly databaseAnswers: () => Promise<boolean>;
}

/** The actions of this service, each its own file. */
export function refundsService(deps: RefundsServiceDeps): ServiceSchema {
  return implement(
    refundsContract,
    {
      create: (params, call) => createRefund(deps, params, call.requestId),
      get: (params) => getRefund(deps, params),
      list: (params) => listRefunds(deps, params),
      void: (params) => voidRefund(deps, params),
      acceptCallback: (params) => acceptCallback(deps, params),
      lookDue: ({ limit }) => lookDue(deps, limit),
      tellPayments: () => tellDue(deps),
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
      health: async () => ({
        database: await deps.databaseAnswers(),
        degraded: [deps.providerFor(false), deps.providerFor(true)].flatMap((provider) =>
          provider?.refunds.isOpen() ? [provider.name] : [],
        ),
      }),
    },
    { isOutage: databaseIsAway },
  );
}

const auditEntries = (rows: AuditSource, limit: number): Promise<AuditEntry[]> =>
  listAudit(rows, { service: "refunds", schema: "refunds" }, limit);
