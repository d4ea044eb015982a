import { databaseIsAway, listAudit, sweepCallbacks, verifyEnds, type Journal } from "@flowlix/persistence";
import { paymentsContract, type AuditEntry } from "@flowlix/contracts";
import { implement, type ServiceSchema } from "@flowlix/runtime";
import { acceptCallback } from "./callbacks/accept-callback.ts";
import { completeAuthentication } from "./authentication/complete-authentication.ts";
import { createPayment } from "./create/create-payment.ts";
import type { PaymentsDeps } from "./deps.ts";
import { haveEnded } from "./read/have-ended.ts";
import { getPayment } from "./read/get-payment.ts";
import { listPayments } from "./read/list-payments.ts";
import { createHostedPayment } from "./hosted/create-hosted-payment.ts";
import { readPage } from "./hosted/read-page.ts";
import { refusePage } from "./hosted/refuse-page.ts";
import { submitPage } from "./hosted/submit-page.ts";
import { listOpen } from "./look/list-open.ts";
import { lookDue } from "./look/look-due.ts";
import { noteAnomaly } from "./anomalies/note-anomaly.ts";
import { applyRefund } from "./refunds/apply-refund.ts";
import { reserveRefund } from "./refunds/reserve-refund.ts";
import { sweepReservations } from "./refunds/sweep-reservations.ts";
import { reverseAnomaly } from "./anomalies/reverse-anomaly.ts";

type AuditSource = Parameters<typeof listAudit>[0];

export interface PaymentsServiceDeps extends PaymentsDeps {
  readonly auditRows: AuditSource;
  readonly journal: Journal;
  readonly databaseAnswers: () => Promise<boolean>;
}

/** The actions of this service, each its own file. */
export function paymentsService(deps: PaymentsServiceDeps): ServiceSchema {
  return implement(
    paymentsContract,
    {
      create: (params, call) => createPayment(deps, params, call.requestId),
      get: (params) => getPayment(deps, params),
      list: (params) => listPayments(deps, params),
      createHosted: (params) => createHostedPayment(deps, params),
      readPage: (params) => readPage(deps, params),
      submitPage: (params, call) => submitPage(deps, params, call.requestId),
      refusePage: (params) => refusePage(deps, params),
      completeAuthentication: (params) => completeAuthentication(deps, params),
      reserveRefund: (params) => reserveRefund(deps, params),
      applyRefund: (params) => applyRefund(deps, params),
      acceptCallback: (params) => acceptCallback(deps, params),
      lookDue: ({ limit }) => lookDue(deps, limit),
      sweepReservations: () => sweepReservations(deps),
      sweepCallbacks: () => sweepCallbacks(deps),
      haveEnded: (params) => haveEnded(deps, params),
      verifyEnds: (params) => verifyEnds(deps, params),
      listOpen: (params) => listOpen(deps, params),
      listAnomalies: async ({ open_only, limit }) => ({
        anomalies: await deps.anomalies.list(open_only, limit),
      }),
      reverseAnomaly: (params, call) => reverseAnomaly(deps, params, call.requestId),
      noteAnomaly: (params) => noteAnomaly(deps, params),
      listAudit: async ({ limit }) => ({ entries: await auditEntries(deps.auditRows, limit) }),
      ...deps.journal,
      health: async () => ({
        database: await deps.databaseAnswers(),
        degraded: [deps.providerFor(false), deps.providerFor(true)].flatMap((provider) =>
          provider?.isOpen() ? [provider.name] : [],
        ),
      }),
    },
    { isOutage: databaseIsAway },
  );
}

const auditEntries = (rows: AuditSource, limit: number): Promise<AuditEntry[]> =>
  listAudit(rows, { service: "payments", schema: "payments" }, limit);
