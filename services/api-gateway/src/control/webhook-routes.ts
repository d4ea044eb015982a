import {
  ENDPOINT_DESCRIPTION_LENGTH_MAX,
  ENDPOINT_STATUSES,
  EVENT_TYPES,
  PAGE_LIMIT_MAX,
  SECRET_OVERLAP_SECONDS_DEFAULT,
  SECRET_OVERLAP_SECONDS_MAX,
  WEBHOOK_URL_LENGTH_MAX,
} from "@flowlix/contracts";
import { isDomainError } from "@flowlix/runtime";
import type { DataSource } from "typeorm";
import { showMerchant } from "../store/merchants-store.ts";
import { Refusal } from "../store/refusal.ts";
import type { NotifierClient } from "../webhooks/notifier-call.ts";
import {
  flagArg,
  idArg,
  integerArg,
  modeArg,
  pageArgs,
  textArg,
  type ControlRequest,
} from "./control-request.ts";
import type { ControlRoute } from "./control-server.ts";
import { callOf, merchantArg, scopeArgs, scopeOfObject } from "./merchant-scope.ts";

/** One page holds more than a mode may have. */
const ALL = { limit: PAGE_LIMIT_MAX, starting_after: null, ending_before: null };
const OVERLAP_SECONDS = {
  min: 0,
  max: SECRET_OVERLAP_SECONDS_MAX,
  default: SECRET_OVERLAP_SECONDS_DEFAULT,
};

export interface WebhookControlDeps {
  readonly db: DataSource;
  readonly notifier: Pick<
    NotifierClient,
    | "createEndpoint"
    | "listEndpoints"
    | "getEndpoint"
    | "updateEndpoint"
    | "deleteEndpoint"
    | "rollSecret"
    | "endOverlap"
    | "listDeliveries"
    | "scopeOf"
    | "listEveryEndpoint"
  >;
}

/** Endpoints belong to the notifier: the gateway only carries the act and its actor there. */
export const webhookControlRoutes = (deps: WebhookControlDeps): readonly ControlRoute[] => [
  ...readingRoutes(deps),
  ...changingRoutes(deps),
];

const ONE = "/webhooks/:endpoint_id";

/** The endpoint that the path names, and whose it is. */
async function targetArgs({ notifier }: WebhookControlDeps, request: ControlRequest) {
  const id = idArg(request, "webhook_endpoint", "endpoint_id");
  return { endpoint_id: id, scope: await scopeOfObject(notifier, request, id) };
}

/** A page of the endpoints of all merchants, newest first, each with the state of its queue. */
async function listEvery({ notifier }: WebhookControlDeps, request: ControlRequest) {
  const { starting_after, limit } = pageArgs(request, "webhook_endpoint");
  const asked = {
    livemode: request.args["mode"] === undefined ? null : modeArg(request) === "live",
    failing_only: flagArg(request, "failing") === true,
    limit,
    starting_after,
  };
  return notifier.listEveryEndpoint(asked, callOf(request));
}

/** A merchant's endpoints, newest first: of one mode where one is named, else those of Sandbox before those of live. */
async function listAll({ db, notifier }: WebhookControlDeps, request: ControlRequest) {
  const named = request.args["mode"] === undefined ? undefined : modeArg(request) === "live";
  const { merchant_id } = await showMerchant(db, merchantArg(request));
  const pages = await Promise.all(
    [false, true]
      .filter((livemode) => named === undefined || livemode === named)
      .map((livemode) => {
        const params = { scope: { merchant_id, livemode }, ...ALL };
        return notifier.listEndpoints(params, callOf(request));
      }),
  );
  return { data: pages.flatMap(({ data }) => data) };
}

function readingRoutes(deps: WebhookControlDeps): readonly ControlRoute[] {
  const { notifier } = deps;
  return [
    {
      method: "GET",
      path: "/webhooks",
      handle: (request) =>
        request.args["merchant"] === undefined ? listEvery(deps, request) : listAll(deps, request),
    },
    {
      method: "GET",
      path: ONE,
      handle: async (request) => notifier.getEndpoint(await targetArgs(deps, request), callOf(request)),
    },
    {
      method: "GET",
      path: `${ONE}/deliveries`,
      handle: async (request) => {
        const page = pageArgs(request, "webhook_delivery");
        return notifier.listDeliveries({ ...(await targetArgs(deps, request)), ...page }, callOf(request));
      },
    },
  ];
}

function changingRoutes(deps: WebhookControlDeps): readonly ControlRoute[] {
  const { db, notifier } = deps;
  return [
    {
      method: "POST",
      path: "/webhooks",
      handle: async (request) => {
        const asked = {
          url: textArg(request, "url", WEBHOOK_URL_LENGTH_MAX),
          enabled_events: eventsArg(request) ?? ["*"],
          description: descriptionArg(request) ?? null,
          scope: await scopeArgs(db, request),
        };
        return aboutUrl(notifier.createEndpoint({ ...asked, actor: request.actor }, callOf(request)));
      },
    },
    {
      method: "PATCH",
      path: ONE,
      handle: async (request) => {
        const change = { ...changesOf(request), actor: request.actor };
        const target = await targetArgs(deps, request);
        return aboutUrl(notifier.updateEndpoint({ ...target, ...change }, callOf(request)));
      },
    },
    {
      method: "DELETE",
      path: ONE,
      handle: async (request) => {
        const target = await targetArgs(deps, request);
        return notifier.deleteEndpoint({ ...target, actor: request.actor }, callOf(request));
      },
    },
    {
      method: "POST",
      path: `${ONE}/roll-secret`,
      handle: async (request) => {
        const overlap_seconds = integerArg(request, "overlap_seconds", OVERLAP_SECONDS);
        const target = await targetArgs(deps, request);
        const { actor } = request;
        return notifier.rollSecret({ ...target, overlap_seconds, actor }, callOf(request));
      },
    },
    {
      method: "POST",
      path: `${ONE}/end-overlap`,
      handle: async (request) => {
        const target = await targetArgs(deps, request);
        return notifier.endOverlap({ ...target, actor: request.actor }, callOf(request));
      },
    },
  ];
}

/** What is to change, and nothing else. Errors: Refusal invalid_argument where that is nothing at all. */
function changesOf(request: ControlRequest) {
  const { url, status } = request.args;
  const events = eventsArg(request);
  const description = descriptionArg(request);
  const changes = {
    ...(url === undefined ? {} : { url: textArg(request, "url", WEBHOOK_URL_LENGTH_MAX) }),
    ...(events === undefined ? {} : { enabled_events: events }),
    ...(description === undefined ? {} : { description }),
    ...(status === undefined ? {} : { status: statusArg(status) }),
  };
  if (Object.keys(changes).length > 0) return changes;
  throw new Refusal("invalid_argument", "name at least one of url, events, description, status");
}

function statusArg(given: unknown) {
  const status = ENDPOINT_STATUSES.find((one) => one === given);
  if (status !== undefined) return status;
  throw new Refusal("invalid_argument", `status must be one of ${ENDPOINT_STATUSES.join(", ")}`, "status");
}

/** Absent, or null to take it away. */
function descriptionArg(request: ControlRequest): string | null | undefined {
  const { description } = request.args;
  if (description === undefined || description === null) return description;
  return textArg(request, "description", ENDPOINT_DESCRIPTION_LENGTH_MAX);
}

function eventsArg(request: ControlRequest): string[] | undefined {
  const { events } = request.args;
  if (events === undefined) return undefined;
  const given: unknown[] = Array.isArray(events) ? events : [];
  if (given.length === 1 && given[0] === "*") return ["*"];
  const known = EVENT_TYPES.filter((type) => given.includes(type));
  if (known.length > 0 && given.every((one) => EVENT_TYPES.some((type) => type === one))) return known;
  throw new Refusal("invalid_argument", `events must be * or some of ${EVENT_TYPES.join(", ")}`, "events");
}

/** Which address it is that is refused, and why, is nobody's to learn by trying: the rule is said instead. */
async function aboutUrl<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!isDomainError(error) || error.type !== "parameter_invalid" || error.param !== "url") throw error;
    throw new Refusal(
      "invalid_argument",
      "url must be an HTTPS URL without user info and fragment, of a host whose every address is public",
      "url",
    );
  }
}
