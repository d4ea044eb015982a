import { WORKBENCH_OPERATIONS } from "@flowlix/contracts";
import { publicAddress } from "@flowlix/hosted-page/page-parts";
import { assetAnswer, MERCHANT_WORKBENCH, workbenchPage } from "@flowlix/workbench";
import type { Route } from "../http/route.ts";
import { createTestEvent, type TestEventDeps } from "./create-test-event.ts";
import { partRoutes, type PartDeps } from "./part-routes.ts";
import { createListRequests, getRequest } from "./request-routes.ts";
import { getTestCurrencies } from "./test-currencies.ts";
import { sandboxRoute } from "./sandbox-route.ts";

export type WorkbenchDeps = TestEventDeps & PartDeps & { readonly publicUrl: string };

/** What merchants' developers see of their Sandbox, beside the public API: with Sandbox keys alone. */
export function workbenchRoutes(deps: WorkbenchDeps): readonly Route[] {
  const {
    listRequests,
    getRequest: one,
    createTestEvent: testEvent,
    getTestCurrencies: currencies,
  } = WORKBENCH_OPERATIONS;
  const address = publicAddress(deps.publicUrl);
  return [
    {
      access: "open",
      method: "GET",
      template: "/workbench",
      handle: async () => workbenchPage(MERCHANT_WORKBENCH, address),
    },
    {
      access: "open",
      method: "GET",
      template: "/workbench/assets/{file}",
      handle: async ({ params }) => assetAnswer(params["file"]),
    },
    ...partRoutes(deps),
    sandboxRoute(listRequests, createListRequests(deps)),
    sandboxRoute(one, (request) => getRequest(deps, request)),
    sandboxRoute(currencies, () => getTestCurrencies(deps)),
    sandboxRoute(testEvent, createTestEvent(deps)),
  ];
}
