import { payoutsContract } from "@flowlix/contracts";
import { ownerActions, type Owner } from "@flowlix/engine";
import { databaseIsAway } from "@flowlix/persistence";
import { implement, type ServiceSchema } from "@flowlix/runtime";
import { createPayout } from "./create/create-payout.ts";
import type { PayoutsDeps } from "./deps.ts";
import { getPayout } from "./read/get-payout.ts";
import { listPayouts } from "./read/list-payouts.ts";

/** The actions of this service: those that every owner has, and its own, each its own file. */
export function payoutsService(owner: Owner, deps: PayoutsDeps): ServiceSchema {
  return implement(
    payoutsContract,
    {
      ...ownerActions(owner, {
        reads: deps.reads,
        syncs: deps.syncs,
        isDegraded: (acquirer) => acquirer.payouts.isOpen(),
      }),
      create: (params, call) => createPayout(deps, params, call.requestId),
      get: (params) => getPayout(deps, params),
      list: (params) => listPayouts(deps, params),
    },
    { isOutage: databaseIsAway },
  );
}
