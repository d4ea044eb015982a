import {
  EVENT_TYPES,
  KEY_PERMISSIONS,
  OPERATIONS,
  REFUND_EVENT_TYPES,
  WORKBENCH_OPERATIONS,
  type Operation,
  type Payment,
  type PublicEvent,
} from "@flowlix/contracts";
import { createEventFiller } from "@flowlix/page-links";
import {
  eventsPart,
  objectsPart,
  refundsPart,
  requestPart,
  requestsPart,
  storyPart,
  tryPart,
  webhookPart,
  webhooksPart,
  type Story,
} from "@flowlix/workbench";
import { createListPayments } from "../handlers/list-payments.ts";
import { createListPayouts } from "../handlers/list-payouts.ts";
import { getPayment } from "../handlers/get-payment.ts";
import type { PaymentsClient, PayoutsClient } from "../clients.ts";
import type { Answer } from "../http/answer.ts";
import type { AuthenticatedRequest, KeyRoute } from "../http/route.ts";
import { createListEvents } from "../webhooks/events.ts";
import { createListDeliveries, createListEndpoints, getEndpoint } from "../webhooks/read-endpoints.ts";
import { callOf, scopeOf } from "../webhooks/notifier-call.ts";
import type { EventRouteDeps } from "../webhooks/routes.ts";
import { htmlPart } from "./html-part.ts";
import { createMerchantStory, type MerchantStory, type MerchantStoryDeps } from "./merchant-story.ts";
import { createListRequests, getRequest, type RequestRouteDeps } from "./request-routes.ts";
import { sandboxRoute } from "./sandbox-route.ts";

export interface PartDeps extends EventRouteDeps, RequestRouteDeps, MerchantStoryDeps {
  readonly notifier: EventRouteDeps["notifier"];
  readonly payments: PaymentsClient;
  readonly payouts: Pick<PayoutsClient, "list" | "get">;
}

type Handle = (request: AuthenticatedRequest) => Promise<Answer>;

/** What a public answer says, which we wrote ourselves. */
const said = async (answer: Promise<Answer>) => JSON.parse((await answer).body);

/** A part is as open to a key as the operation that it shows. */
const partRoute = (
  path: string,
  shown: Pick<Operation, "permissions" | "allPermissions">,
  handle: Handle,
): KeyRoute =>
  sandboxRoute(
    {
      ...shown,
      id: path,
      summary: "A part of the workbench",
      method: "GET",
      path: `/workbench/parts/${path}`,
      success: OPERATIONS.getPayment.success,
      errors: [],
    },
    handle,
  );

const permissionsOf = ({ permissions, allPermissions }: Operation) => ({
  ...(permissions === undefined ? {} : { permissions }),
  ...(allPermissions === undefined ? {} : { allPermissions }),
});

/** The workbench's parts: each is what a public operation, or the request log, answers, as HTML. */
export function partRoutes(deps: PartDeps): readonly KeyRoute[] {
  const fillPageUrls = createEventFiller(deps.fillPageUrl);
  const events = { ...deps, fillPageUrls };
  const payments = createListPayments(deps);
  const payouts = createListPayouts(deps);
  const listEvents = createListEvents(events);
  const endpoints = createListEndpoints(deps);
  const deliveries = createListDeliveries(deps);
  const requests = createListRequests(deps);
  const merchantStory = createMerchantStory(deps);
  const of = (path: string, operation: Operation, handle: Handle) =>
    partRoute(path, permissionsOf(operation), handle);
  return [
    partRoute("try", { permissions: KEY_PERMISSIONS }, async () => htmlPart(tryPart(EVENT_TYPES))),
    of("payments", OPERATIONS.listPayments, async (request) =>
      htmlPart(objectsPart("Payments", await said(payments(request)))),
    ),
    of("payouts", OPERATIONS.listPayouts, async (request) =>
      htmlPart(objectsPart("Payouts", await said(payouts(request)))),
    ),
    of("refunds", OPERATIONS.listRefunds, async (request) => htmlPart(await newestRefunds(deps, request))),
    of("events", OPERATIONS.listEvents, async (request) =>
      htmlPart(eventsPart(await said(listEvents(request)))),
    ),
    of("webhooks", OPERATIONS.listWebhookEndpoints, async (request) =>
      htmlPart(webhooksPart(await said(endpoints(request)))),
    ),
    of("webhooks/{id}", OPERATIONS.listWebhookDeliveries, async (request) => {
      const [endpoint, page] = await Promise.all([
        said(getEndpoint(deps, request)),
        said(deliveries(request)),
      ]);
      return htmlPart(webhookPart(endpoint, page));
    }),
    of("requests", WORKBENCH_OPERATIONS.listRequests, async (request) =>
      htmlPart(requestsPart(await said(requests(request)))),
    ),
    of("requests/{request_id}", WORKBENCH_OPERATIONS.getRequest, async (request) =>
      htmlPart(requestPart(await said(getRequest(deps, request)))),
    ),
    partRoute("objects/{id}", { permissions: KEY_PERMISSIONS }, async (request) =>
      htmlPart(
        storyPart(await shownStory(deps, request, await merchantStory(request, request.params["id"]))),
      ),
    ),
  ];
}

const NEWEST = 50;

/** Refunds are listed of a Payment alone; the newest of them are those of the newest events. */
async function newestRefunds({ notifier }: PartDeps, request: AuthenticatedRequest) {
  const page = { limit: NEWEST, starting_after: null, ending_before: null };
  const types = Object.values(REFUND_EVENT_TYPES).filter((type) => type !== null);
  const { data } = await notifier.listEvents({ scope: scopeOf(request), ...page, types }, callOf(request));
  const refunds = new Map<string, NonNullable<PublicEvent["data"]["refund"]>>();
  for (const { data: told } of data as readonly PublicEvent[])
    if (told.refund !== undefined && !refunds.has(told.refund.id)) refunds.set(told.refund.id, told.refund);
  return refundsPart([...refunds.values()]);
}

const MAY_RESEND = ["payments", "refunds", "payouts"] as const;

async function shownStory(
  deps: PartDeps,
  request: AuthenticatedRequest,
  story: MerchantStory,
): Promise<Story> {
  const mayResend = MAY_RESEND.every((permission) => request.caller.permissions.includes(permission));
  const waits = story.objects.find(({ id }) => id === story.id)?.status === "REQUIRES_ACTION";
  const payment: Payment | null = waits
    ? await said(getPayment(deps, { ...request, params: { id: story.id } }))
    : null;
  return {
    ...story,
    nextUrl: payment?.next_action?.redirect_url ?? null,
    actsOf: ({ part, facts }) =>
      part === "event" && mayResend
        ? [["Send again", { method: "POST", path: `/v1/events/${String(facts["event_id"])}/resend` }]]
        : [],
  };
}
