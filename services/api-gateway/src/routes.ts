import { OPERATIONS, type Operation } from "@flowlix/contracts";
import { authenticationReturn } from "./browser/authentication-return.ts";
import { createPayment, type CreatePaymentDeps } from "./handlers/create-payment.ts";
import { getPayment } from "./handlers/get-payment.ts";
import { createHealthHandler, type HealthDeps } from "./handlers/health.ts";
import type { KeyRoute, Route } from "./http/route.ts";
import type { ReservedPath } from "./http/router.ts";
import { acceptCallback, type AcceptCallbackDeps } from "./provider/accept-callback.ts";

export type RouteDeps = CreatePaymentDeps & HealthDeps & Pick<AcceptCallbackDeps, "verifyCallback">;

/** `/v1/payments/hpp` is no Payment's id: its GET is 405 (decisions §1). Its POST comes with the hosted page. */
export const RESERVED_PATHS: readonly ReservedPath[] = [{ template: "/v1/payments/hpp", allow: "POST" }];

/** Every route of the public listener, one row each. */
export function routeTable(deps: RouteDeps): readonly Route[] {
  const { createPayment: create, getPayment: get, health } = OPERATIONS;
  return [
    key(create, (request) => createPayment(deps, request)),
    key(get, (request) => getPayment(deps, request)),
    { access: "open", method: health.method, template: health.path, handle: createHealthHandler(deps) },
    {
      access: "open",
      method: "GET",
      template: "/return/{payment_id}/{token}",
      handle: (request) => authenticationReturn(deps, request),
    },
    {
      access: "open",
      method: "POST",
      template: "/provider/sandbox/callbacks",
      handle: (request) => acceptCallback({ ...deps, provider: "sandbox" }, request),
    },
  ];
}

const key = (
  operation: Operation & { readonly method: KeyRoute["method"] },
  handle: KeyRoute["handle"],
): KeyRoute => ({
  access: "key",
  method: operation.method,
  template: operation.path,
  operation,
  handle,
});
