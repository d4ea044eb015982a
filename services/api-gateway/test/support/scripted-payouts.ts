import { payoutsContract, type Params, type Payout } from "@flowlix/contracts";
import { DomainError, implement, type Handlers } from "@flowlix/runtime";
import { scriptedAccounts } from "./scripted-accounts.ts";
import { scriptedJournal } from "./scripted-journal.ts";
import { scriptedTrace } from "./scripted-trace.ts";

export type PayoutParams = Params<typeof payoutsContract, "create">;
export type PayoutListParams = Params<typeof payoutsContract, "list">;

/** A Payout that is being processed, as its create asked for it. */
export function payoutOf(params: PayoutParams): Payout {
  const now = 1_700_000_000;
  return {
    id: params.payout_id,
    amount: params.amount,
    currency: params.currency,
    merchant_reference: params.merchant_reference,
    destination: params.destination,
    recipient: params.recipient,
    status: "PROCESSING",
    created_at: now,
    updated_at: now,
    completed_at: null,
    livemode: params.scope.livemode,
  };
}

export interface ScriptedPayouts {
  readonly service: ReturnType<typeof implement>;
  /** What was asked to be made, in order. */
  readonly made: PayoutParams[];
  /** The lists that were asked for, in order. */
  readonly lists: PayoutListParams[];
}

/** The payouts contract in memory; `changes` script what a test is about. */
export function scriptedPayouts(changes: Partial<Handlers<typeof payoutsContract>> = {}): ScriptedPayouts {
  const made: PayoutParams[] = [];
  const lists: PayoutListParams[] = [];
  const handlers: Handlers<typeof payoutsContract> = {
    create: async (params) => {
      made.push(params);
      return payoutOf(params);
    },
    get: async ({ scope, payout_id: id }) => {
      const params = made.find((one) => one.payout_id === id);
      const visible =
        params?.scope.merchant_id === scope.merchant_id && params.scope.livemode === scope.livemode;
      if (params === undefined || !visible) throw new DomainError("object_not_found", { param: "payout_id" });
      return payoutOf(params);
    },
    list: async (params) => {
      lists.push(params);
      return { data: [], has_more: false, total_count: 0 };
    },
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
  return { service: implement(payoutsContract, handlers), made, lists };
}
