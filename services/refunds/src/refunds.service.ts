import { refundsContract } from "@flowlix/contracts";
import { ownerActions, type Owner } from "@flowlix/engine";
import { databaseIsAway } from "@flowlix/persistence";
import { implement, type ServiceSchema } from "@flowlix/runtime";
import { createRefund } from "./create/create-refund.ts";
import { preventCreation } from "./create/prevent-creation.ts";
import type { RefundsDeps } from "./deps.ts";
import { getRefund } from "./read/get-refund.ts";
import { listRefunds } from "./read/list-refunds.ts";

/** The actions of this service: those that every owner has, and its own, each its own file. */
export function refundsService(owner: Owner, deps: RefundsDeps): ServiceSchema {
  return implement(
    refundsContract,
    {
      ...ownerActions(owner, {
        reads: deps.reads,
        syncs: deps.syncs,
        isDegraded: (acquirer) => acquirer.refunds.isOpen(),
      }),
      create: (params, call) => createRefund(deps, params, call.requestId),
      get: (params, call) => getRefund(deps, params, call.requestId),
      list: (params, call) => listRefunds(deps, params, call.requestId),
      void: (params) => preventCreation(deps, params),
    },
    { isOutage: databaseIsAway },
  );
}
