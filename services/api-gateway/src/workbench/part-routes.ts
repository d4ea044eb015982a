import {
  EVENT_TYPES,
  KEY_PERMISSIONS,
  OPERATIONS,
  REFUND_EVENT_TYPES,
  WORKBENCH_OPERATIONS,
  type LoggedRequestDetail,
  type Operation,
  type Payment,
  type PublicEvent,
} from "@flowlix/contracts";
import { createEventFiller } from "@flowlix/page-links";
import { orderedByAmount } from "@flowlix/provider";
import { parseQuery } from "@flowlix/runtime";
import {
  eventsPart,
  objectsPart,
  refundsPart,
  requestPart,
  requestsPart,
  resendLabel,
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
import { isSimulated } from "../access/api-caller.ts";
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
import { testCurrencies, type TestCurrencyDeps } from "./test-currencies.ts";
import { endpointsOf, failingOf, mayReadEndpoints, undeliveredObjects } from "./undelivered.ts";

export interface PartDeps extends EventRouteDeps, RequestRouteDeps, MerchantStoryDeps, TestCurrencyDeps {
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
  const objects = async (name: "Payments" | "Payouts", list: Handle, request: AuthenticatedRequest) => {
    const [page, undelivered] = await Promise.all([said(list(request)), undeliveredObjects(deps, request)]);
    return objectsPart(name, page, undelivered);
  };
  const of = (path: string, operation: Operation, handle: Handle) =>
    partRoute(path, permissionsOf(operation), handle);
  return [
    partRoute("try", { permissions: KEY_PERMISSIONS }, async () =>
      htmlPart(tryPart(EVENT_TYPES, testCurrencies(deps))),
    ),
    of("payments", OPERATIONS.listPayments, async (request) =>
      htmlPart(await objects("Payments", payments, request)),
    ),
    of("payouts", OPERATIONS.listPayouts, async (request) =>
      htmlPart(await objects("Payouts", payouts, request)),
    ),
    of("refunds", OPERATIONS.listRefunds, async (request) => htmlPart(await newestRefunds(deps, request))),
    of("events", OPERATIONS.listEvents, async (request) => {
      const [page, known] = await Promise.all([said(listEvents(request)), endpointsOf(deps, request)]);
      return htmlPart(eventsPart(page, known));
    }),
    of("webhooks", OPERATIONS.listWebhookEndpoints, async (request) => {
      const [page, failing] = await Promise.all([said(endpoints(request)), failingOf(deps, request)]);
      return htmlPart(
        webhooksPart(
          page,
          Map.groupBy(failing, ({ endpoint_id: id }) => id),
        ),
      );
    }),
    of("webhooks/{id}", OPERATIONS.listWebhookDeliveries, async (request) => {
      const [endpoint, page, known] = await Promise.all([
        said(getEndpoint(deps, request)),
        said(deliveries(request)),
        endpointsOf(deps, request),
      ]);
      return htmlPart(webhookPart(endpoint, page, known ?? [endpoint]));
    }),
    of("requests", WORKBENCH_OPERATIONS.listRequests, async (request) =>
      htmlPart(
        requestsPart(
          await said(requests(request)),
          parseQuery(request.query).some(({ name }) => name === "only"),
        ),
      ),
    ),
    of("requests/{request_id}", WORKBENCH_OPERATIONS.getRequest, async (request) => {
      const line = await said(getRequest(deps, request));
      return htmlPart(requestPart(line, isSimulated(request.caller) ? orderedByRequest(line) : null));
    }),
    partRoute("objects/{id}", { permissions: KEY_PERMISSIONS }, async (request) =>
      htmlPart(
        storyPart(await shownStory(deps, request, await merchantStory(request, request.params["id"]))),
      ),
    ),
  ];
}

const NEWEST = 50;

/** Refunds are listed of a Payment alone; the newest of them are those of the newest events. */
async function newestRefunds(deps: PartDeps, request: AuthenticatedRequest) {
  const { notifier } = deps;
  const page = { limit: NEWEST, starting_after: null, ending_before: null };
  const types = Object.values(REFUND_EVENT_TYPES).filter((type) => type !== null);
  const [{ data }, undelivered] = await Promise.all([
    notifier.listEvents({ scope: scopeOf(request), ...page, types }, callOf(request)),
    undeliveredObjects(deps, request),
  ]);
  const refunds = new Map<string, NonNullable<PublicEvent["data"]["refund"]>>();
  for (const { data: reported } of data as readonly PublicEvent[])
    if (reported.refund !== undefined && !refunds.has(reported.refund.id))
      refunds.set(reported.refund.id, reported.refund);
  return refundsPart([...refunds.values()], undelivered);
}

const CREATES: ReadonlyMap<string, "payment" | "refund" | "payout"> = new Map([
  [OPERATIONS.createPayment.path, "payment"],
  [OPERATIONS.createHostedPayment.path, "payment"],
  [OPERATIONS.createRefund.path, "refund"],
  [OPERATIONS.createPayout.path, "payout"],
]);

/**
 * What a create's amount orders of the Sandbox; one that was refused, for another reason than ordered, orders nothing.
 */
function orderedByRequest({ method, path, status, request_body: body }: LoggedRequestDetail): string | null {
  const isRefused = status >= 400 && status < 500 && status !== 429;
  const kind = method === "POST" && !isRefused ? CREATES.get(path) : undefined;
  const amount: unknown = typeof body === "object" && body !== null && "amount" in body ? body.amount : null;
  return kind === undefined || typeof amount !== "number" ? null : orderedByAmount(kind, amount);
}

/** Of an acquirer that does what amounts say. */
const orderedOf = (object: MerchantStory["objects"][number] | undefined): string | null =>
  object?.provider === SANDBOX ? orderedByAmount(object.kind, object.amount) : null;

const SANDBOX = "sandbox";

async function shownStory(
  deps: PartDeps,
  request: AuthenticatedRequest,
  story: MerchantStory,
): Promise<Story> {
  const endpoints = await endpointsOf(deps, request);
  const mayResend = mayReadEndpoints(request);
  const shown = story.objects.find(({ id }) => id === story.id);
  const waits = shown?.status === "REQUIRES_ACTION";
  const payment: Payment | null = waits
    ? await said(getPayment(deps, { ...request, params: { id: story.id } }))
    : null;
  return {
    ...story,
    nextUrl: payment?.next_action?.redirect_url ?? null,
    ordered: orderedOf(shown),
    endpointUrls: new Map((endpoints ?? []).map(({ id, url }) => [id, url])),
    actsOf: ({ part, what, facts }) =>
      part === "event" && mayResend
        ? [
            [
              resendLabel(what, endpoints),
              { method: "POST", path: `/v1/events/${String(facts["event_id"])}/resend` },
            ],
          ]
        : [],
  };
}
