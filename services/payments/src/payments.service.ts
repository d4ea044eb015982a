import { paymentsContract } from "@flowlix/contracts";
import { ownerActions, type Owner } from "@flowlix/engine";
import { databaseIsAway } from "@flowlix/persistence";
import { implement, type ServiceSchema } from "@flowlix/runtime";
import { reverseException } from "./exceptions/reverse-exception.ts";
import { completeAuthentication } from "./authentication/complete-authentication.ts";
import { createPayment } from "./create/create-payment.ts";
import type { PaymentsDeps } from "./deps.ts";
import { createHostedPayment } from "./hosted/create-hosted-payment.ts";
import { readPage } from "./hosted/read-page.ts";
import { refusePage } from "./hosted/refuse-page.ts";
import { submitPage } from "./hosted/submit-page.ts";
import { acceptOrderCallback, acceptOrderCallbacks } from "./status-sync/accept-order-callback.ts";
import { getPayment } from "./read/get-payment.ts";
import { listPayments } from "./read/list-payments.ts";
import { applyRefund } from "./refunds/apply-refund.ts";
import { reserveRefund } from "./refunds/reserve-refund.ts";

/** The actions of this service: those that every owner has, and its own, each its own file. */
export function paymentsService(owner: Owner, deps: PaymentsDeps): ServiceSchema {
  return implement(
    paymentsContract,
    {
      ...ownerActions(owner, {
        reads: deps.reads,
        syncs: deps.syncs,
        isDegraded: (acquirer) => acquirer.isOpen(),
      }),
      acceptCallback: (callback) => acceptOrderCallback(deps, callback),
      acceptCallbacks: (asked) => acceptOrderCallbacks(deps, asked),
      create: (params, call) => createPayment(deps, params, call.requestId),
      get: (params) => getPayment(deps, params),
      list: (params) => listPayments(deps, params),
      createHosted: (params) => createHostedPayment(deps, params),
      readPage: (params) => readPage(deps, params),
      submitPage: (params, call) => submitPage(deps, params, call.requestId),
      refusePage: (params) => refusePage(deps, params),
      completeAuthentication: (params, call) => completeAuthentication(deps, params, call.requestId),
      reserveRefund: (params) => reserveRefund(deps, params),
      applyRefund: (params) => applyRefund(deps, params),
      reverseAnomaly: (params, call) => reverseException(deps, params, call.requestId),
    },
    { isOutage: databaseIsAway },
  );
}
