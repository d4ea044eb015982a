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

/** What the gateway asks every owner for, on behalf of merchants, of the provider and of operators. */
const OWNER = [
  "create",
  "get",
  "list",
  "acceptCallback",
  "keepAcquirerAccounts",
  "checkAcquirerAccount",
  "listOpen",
  "listAnomalies",
  "noteAnomaly",
  "listAudit",
  "listJobs",
  "journalTotals",
  "journalFindings",
  "refillJournal",
  "recheckJournal",
  "traceObjects",
  "listParked",
  "showParked",
  "releaseParked",
  "acceptCallbacks",
  "health",
] as const;

/**
 * What the reconciler asks every owner for: its lines for the statement, its word on what that has besides, and whose
 * objects have ended.
 */
const RECONCILED = ["haveEnded", "bookLines", "explainLines", "verifyEnds"] as const;

/**
 * Who may call what. Clients offer exactly these actions and NATS permits exactly these subjects:
 * one table for the type checker and for the broker (docs/design/architecture.md#scope).
 */
export const CALLERS = {
  "api-gateway": {
    idempotency: [
      "begin",
      "find",
      "complete",
      "hold",
      "release",
      "listClearNames",
      "renameKeys",
      "traceKeys",
      "listJobs",
      "health",
    ],
    payments: [
      ...OWNER,
      "createHosted",
      "readPage",
      "submitPage",
      "refusePage",
      "completeAuthentication",
      "reverseAnomaly",
    ],
    refunds: OWNER,
    payouts: OWNER,
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
      "endOverlap",
      "listDeliveries",
      "listFailing",
      "scopeOf",
      "listEveryEndpoint",
      "objectOfEvent",
      "traceEvents",
      "listAudit",
      "listJobs",
      "health",
    ],
    reconciler: [
      "status",
      "keepAcquirerAccounts",
      "listSources",
      "startStatementRun",
      "readStatementRun",
      "reportStatement",
      "listDifferences",
      "resolveDifference",
      "traceStatement",
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
    idempotency: ["listUnfinished", "forgetUnfinished"],
    payments: RECONCILED,
    refunds: RECONCILED,
    payouts: RECONCILED,
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
