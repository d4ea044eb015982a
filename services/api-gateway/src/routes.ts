import { OPERATIONS } from "@flowlix/contracts";
import { createHostedPayment, type CreateHostedPaymentDeps } from "./handlers/create-hosted-payment.ts";
import { createPayment, type CreatePaymentDeps } from "./handlers/create-payment.ts";
import { createPayout, type CreatePayoutDeps } from "./handlers/create-payout.ts";
import { createRefund, type CreateRefundDeps } from "./handlers/create-refund.ts";
import { getPayment } from "./handlers/get-payment.ts";
import { getPayout } from "./handlers/get-payout.ts";
import { getRefund } from "./handlers/get-refund.ts";
import { createHealthHandler, type HealthDeps } from "./handlers/health.ts";
import { createListPayments } from "./handlers/list-payments.ts";
import { createListPayouts } from "./handlers/list-payouts.ts";
import { createListRefunds } from "./handlers/list-refunds.ts";
import { openApiDocument } from "./handlers/openapi-document.ts";
import type { CallbackReceiver } from "@flowlix/provider";
import { developerRoutes } from "@flowlix/developer-pages";
import { hostedPageRoutes, type HostedPageDeps } from "@flowlix/hosted-page";
import type { Route } from "./http/route.ts";
import { eventRoutes, type EventRouteDeps } from "./webhooks/routes.ts";
import { keyRoute } from "./http/key-route.ts";
import { workbenchRoutes, type WorkbenchDeps } from "./workbench/routes.ts";
import { acceptAccountCallbacks, type AccountCallbackDeps } from "./provider/accept-account-callbacks.ts";
import { acceptCallbacks } from "./provider/accept-callbacks.ts";

export type RouteDeps = CreatePaymentDeps &
  CreateHostedPaymentDeps &
  CreateRefundDeps &
  CreatePayoutDeps &
  EventRouteDeps &
  HealthDeps &
  WorkbenchDeps &
  AccountCallbackDeps & {
    readonly callbackReceivers: readonly CallbackReceiver[];
    readonly hostedPage: HostedPageDeps;
  };

/** Every route of the public listener, one row each. */
export function routeTable(deps: RouteDeps): readonly Route[] {
  const {
    createPayment: create,
    createHostedPayment: hosted,
    getPayment: get,
    listPayments: list,
    health,
    createRefund: refund,
    getRefund: oneRefund,
    listRefunds: refunds,
    createPayout: payout,
    getPayout: onePayout,
    listPayouts: payouts,
  } = OPERATIONS;
  return [
    keyRoute(create, (request) => createPayment(deps, request)),
    // A literal path, so that its GET is 405 and no Payment's (docs/design/decisions.md#allowed-methods).
    keyRoute(hosted, (request) => createHostedPayment(deps, request)),
    keyRoute(get, (request) => getPayment(deps, request)),
    keyRoute(list, createListPayments(deps)),
    keyRoute(refund, (request) => createRefund(deps, request)),
    keyRoute(oneRefund, (request) => getRefund(deps, request)),
    keyRoute(refunds, createListRefunds(deps)),
    keyRoute(payout, (request) => createPayout(deps, request)),
    keyRoute(onePayout, (request) => getPayout(deps, request)),
    keyRoute(payouts, createListPayouts(deps)),
    ...eventRoutes(deps),
    ...workbenchRoutes(deps),
    { access: "open", method: health.method, template: health.path, handle: createHealthHandler(deps) },
    openApiDocument(deps),
    ...developerRoutes(deps.publicUrl).map((route) => ({ access: "open", ...route }) as const),
    ...hostedPageRoutes(deps.hostedPage).map((route) => ({ access: "open", ...route }) as const),
    ...deps.callbackReceivers.map(({ provider, path, verifyCallbacks }): Route => ({
      access: "open",
      method: "POST",
      template: path,
      handle: (request) => acceptCallbacks({ ...deps, provider, verifyCallbacks }, request),
    })),
    {
      access: "open",
      method: "POST",
      template: "/provider/{acquirer}/callbacks/{account}",
      handle: (request) => acceptAccountCallbacks(deps, request),
    },
  ];
}
