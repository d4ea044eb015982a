import type { ActionName, ServiceContract } from "../service-contract.ts";
import { idempotencyContract } from "./idempotency.ts";
import { notifierContract } from "./notifier.ts";
import { paymentsContract } from "./payments.ts";
import { payoutsContract } from "./payouts.ts";
import { reconcilerContract } from "./reconciler.ts";
import { refundsContract } from "./refunds.ts";

/** Every service that others call, by name. */
export const SERVICE_CONTRACTS = {
  idempotency: idempotencyContract,
  notifier: notifierContract,
  payments: paymentsContract,
  payouts: payoutsContract,
  reconciler: reconcilerContract,
  refunds: refundsContract,
} as const;

type Contracts = typeof SERVICE_CONTRACTS;
type CallTable = Readonly<
  Record<string, { readonly [S in keyof Contracts]?: readonly ActionName<Contracts[S]>[] }>
>;

/** What the reconciler asks each keeper of a journal for: the work on it, its lines for the statement, and its word on what that has besides. */
const JOURNAL = [
  "fillJournal",
  "rollUpJournal",
  "checkJournal",
  "bookLines",
  "explainLines",
  "verifyEnds",
] as const;

/**
 * Who may call what. Clients offer exactly these actions and NATS permits exactly these subjects:
 * one table for the type checker and for the broker (architecture §3).
 */
export const CALLERS = {
  "api-gateway": {
    idempotency: ["begin", "find", "complete", "hold", "release", "health"],
    payments: [
      "create",
      "get",
      "list",
      "createHosted",
      "readPage",
      "submitPage",
      "refusePage",
      "completeAuthentication",
      "acceptCallback",
      "listOpen",
      "listAnomalies",
      "reverseAnomaly",
      "noteAnomaly",
      "listAudit",
      "journalTotals",
      "journalFindings",
      "refillJournal",
      "recheckJournal",
      "health",
    ],
    refunds: [
      "create",
      "get",
      "list",
      "acceptCallback",
      "listOpen",
      "listAnomalies",
      "noteAnomaly",
      "listAudit",
      "journalTotals",
      "journalFindings",
      "refillJournal",
      "recheckJournal",
      "health",
    ],
    payouts: [
      "create",
      "get",
      "list",
      "acceptCallback",
      "listOpen",
      "listAnomalies",
      "noteAnomaly",
      "listAudit",
      "journalTotals",
      "journalFindings",
      "refillJournal",
      "recheckJournal",
      "health",
    ],
    notifier: [
      "listEvents",
      "getEvent",
      "resendEvent",
      "createEndpoint",
      "listEndpoints",
      "getEndpoint",
      "updateEndpoint",
      "deleteEndpoint",
      "rollSecret",
      "listDeliveries",
      "scopeOf",
      "listAudit",
      "health",
    ],
    reconciler: [
      "status",
      "startStatementRun",
      "readStatementRun",
      "reportStatement",
      "listDifferences",
      "resolveDifference",
      "listAudit",
      "health",
    ],
  },
  idempotency: {},
  payments: { refunds: ["void"], notifier: ["accept"] },
  refunds: { payments: ["reserveRefund", "applyRefund"], notifier: ["accept"] },
  payouts: { notifier: ["accept"] },
  notifier: {},
  reconciler: {
    idempotency: ["sweepRecords", "listUnfinished", "forgetUnfinished"],
    payments: ["lookDue", "sweepReservations", "sweepCallbacks", "haveEnded", ...JOURNAL],
    refunds: ["lookDue", "tellPayments", "sweepCallbacks", "haveEnded", ...JOURNAL],
    payouts: ["lookDue", "foldTotals", "sweepCallbacks", "haveEnded", ...JOURNAL],
    notifier: ["cancelDeliveries", "sweepEvents"],
  },
} as const satisfies CallTable;

export type Caller = keyof typeof CALLERS;

/** The actions of a service that a caller may use; `never` where it may use none. */
export type AllowedAction<
  From extends Caller,
  C extends ServiceContract,
> = C["name"] extends keyof (typeof CALLERS)[From]
  ? (typeof CALLERS)[From][C["name"]] extends readonly (infer A)[]
    ? A & ActionName<C>
    : never
  : never;
