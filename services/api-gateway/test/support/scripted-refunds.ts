import { publicRefund, refundsContract, type Params, type Refund } from "@flowlix/contracts";
import { DomainError, implement, type Handlers } from "@flowlix/runtime";
import { scriptedAccounts } from "./scripted-accounts.ts";
import { scriptedJournal } from "./scripted-journal.ts";
import { scriptedTrace } from "./scripted-trace.ts";

export type RefundParams = Params<typeof refundsContract, "create">;

/** A Refund that is being processed, as its create asked for it. */
export function refundOf(params: RefundParams): Refund {
  const now = 1_700_000_000;
  return publicRefund({
    id: params.refund_id,
    payment_id: params.payment_id,
    amount: params.amount,
    currency: "EUR",
    merchant_reference: params.merchant_reference,
    reason: params.reason,
    refund_type: "PARTIAL",
    status: "PROCESSING",
    failure_code: null,
    created_at: now,
    updated_at: now,
    completed_at: null,
    livemode: params.scope.livemode,
  });
}

export interface ScriptedRefunds {
  readonly service: ReturnType<typeof implement>;
  /** What was asked to be made, in order. */
  readonly made: RefundParams[];
}

/** The refunds contract in memory; `changes` script what a test is about. */
export function scriptedRefunds(changes: Partial<Handlers<typeof refundsContract>> = {}): ScriptedRefunds {
  const made: RefundParams[] = [];
  const handlers: Handlers<typeof refundsContract> = {
    create: async (params) => {
      made.push(params);
      return refundOf(params);
    },
    get: async ({ scope, refund_id: id }) => {
      const params = made.find((one) => one.refund_id === id);
      const visible =
        params?.scope.merchant_id === scope.merchant_id && params.scope.livemode === scope.livemode;
      if (params === undefined || !visible) throw new DomainError("object_not_found", { param: "id" });
      return refundOf(params);
    },
    list: async ({ scope, payment_id, limit }) => {
      const { merchant_id } = scope;
      const own = made
        .filter((one) => one.payment_id === payment_id && one.scope.merchant_id === merchant_id)
        .toReversed();
      return { data: own.slice(0, limit).map(refundOf), has_more: own.length > limit };
    },
    void: async () => ({ kind: "voided" }),
    acceptCallback: async () => ({ accepted: true }),
    acceptCallbacks: async () => ({ accepted: true }),
    ...scriptedAccounts().actions,
    listJobs: async () => ({ tasks: [] }),
    haveEnded: async () => ({ ended: [] }),
    verifyEnds: async () => ({ due: 0 }),
    listOpen: async () => ({ objects: [], has_more: false, all_read: true }),
    ...scriptedTrace,
    listAnomalies: async () => ({ anomalies: [] }),
    noteAnomaly: async () => {
      throw new DomainError("object_not_found");
    },
    listAudit: async () => ({ entries: [] }),
    ...scriptedJournal,
    health: async () => ({ database: true, degraded: [] }),
    ...changes,
  };
  return { service: implement(refundsContract, handlers), made };
}
