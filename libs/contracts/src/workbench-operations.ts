import { Type, type Static } from "typebox";
import { EVENT_TYPES } from "./event-list.ts";
import { described, PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from "./list-query.ts";
import { AUTHENTICATED, type Operation } from "./operation.ts";
import { Currency } from "./money.ts";
import { Payment } from "./payment.ts";
import { Payout } from "./payout.ts";
import { Refund } from "./refund.ts";
import { closed, DatabaseMillis, nullable, oneOf } from "./schema.ts";
import { KEY_PERMISSIONS } from "./scope.ts";
import { RequestId } from "./ids.ts";

/** One request of the Sandbox as it was answered. Of bodies there is nothing but fields that hold no secret. */
export const LoggedRequest = Type.Object(
  {
    request_id: RequestId,
    /** When it came, in milliseconds since 1970. */
    at_ms: DatabaseMillis,
    key_id: Type.String(),
    method: Type.String(),
    /** As it was sent, where it holds ids alone; else as the route is named. */
    path: Type.String(),
    status: Type.Integer(),
    error_code: nullable(Type.String()),
    /** What the error is about, and its sentence as far as it repeats nothing that was sent. */
    error_param: nullable(Type.String()),
    error_message: nullable(Type.String()),
    idempotent_replay: Type.Boolean(),
    duration_ms: Type.Integer({ minimum: 0 }),
    /** What it made, went on with or asked for. */
    object_id: nullable(Type.String()),
  },
  closed,
);
export type LoggedRequest = Static<typeof LoggedRequest>;

/** The same with its bodies, as far as they may be kept; null where there was none that could be read. */
export const LoggedRequestDetail = Type.Object(
  {
    ...LoggedRequest.properties,
    request_body: nullable(Type.Unknown()),
    answer_body: nullable(Type.Unknown()),
  },
  closed,
);
export type LoggedRequestDetail = Static<typeof LoggedRequestDetail>;

/** Oldest first. Without a position it is the newest page; `has_more` says whether more follow behind the position. */
export const LoggedRequestList = Type.Object(
  { data: Type.Array(LoggedRequest, { maxItems: PAGE_LIMIT_MAX }), has_more: Type.Boolean() },
  closed,
);
export type LoggedRequestList = Static<typeof LoggedRequestList>;

export const TestEventRequest = Type.Object({ type: oneOf(EVENT_TYPES) }, closed);
export type TestEventRequest = Static<typeof TestEventRequest>;

/** The objects that were made so that the event comes about. */
export const TestEvent = Type.Object(
  {
    type: oneOf(EVENT_TYPES),
    payment: Type.Optional(Payment),
    refund: Type.Optional(Refund),
    payout: Type.Optional(Payout),
  },
  closed,
);

/** What a sample of a Payment and of a Payout is in: this installation accepts it. */
export const TestCurrencies = Type.Object({ payments: Currency, payouts: Currency }, closed);
export type TestCurrencies = Static<typeof TestCurrencies>;

const LOG_QUERY = {
  after: described(RequestId, "The requests that were logged after this one, oldest first"),
  before: described(
    RequestId,
    "The requests that were logged right before this one. Not together with `after`",
  ),
  only: described(oneOf(["errors"]), "Only the requests that were answered with an error"),
  limit: Type.Integer({
    minimum: 1,
    maximum: PAGE_LIMIT_MAX,
    description: `Requests on the page; ${PAGE_LIMIT_DEFAULT} where absent`,
  }),
} as const;

/**
 * What the workbench and the merchants' command line ask for, with Sandbox keys alone. It is no part of the public API
 * and of its promises (docs/design/decisions.md#versions).
 */
export const WORKBENCH_OPERATIONS = {
  listRequests: {
    id: "listRequests",
    summary: "List requests of the last seven days",
    method: "GET",
    path: "/workbench/api/requests",
    permissions: KEY_PERMISSIONS,
    query: LOG_QUERY,
    success: { status: 200, body: LoggedRequestList },
    errors: [...AUTHENTICATED, "invalid_request", "invalid_search_criteria"],
  },
  getRequest: {
    id: "getRequest",
    summary: "Retrieve a request with its bodies, as far as they are kept",
    method: "GET",
    path: "/workbench/api/requests/{request_id}",
    permissions: KEY_PERMISSIONS,
    pathParams: { request_id: RequestId },
    success: { status: 200, body: LoggedRequestDetail },
    errors: [...AUTHENTICATED, "invalid_request", "object_not_found"],
  },
  getTestCurrencies: {
    id: "getTestCurrencies",
    summary: "What to make samples in",
    method: "GET",
    path: "/workbench/api/test_currencies",
    permissions: KEY_PERMISSIONS,
    success: { status: 200, body: TestCurrencies },
    errors: AUTHENTICATED,
  },
  createTestEvent: {
    id: "createTestEvent",
    summary: "Make what leads to an event of a type",
    method: "POST",
    path: "/workbench/api/test_events",
    permissions: ["payments", "refunds", "payouts"],
    body: TestEventRequest,
    success: { status: 201, body: TestEvent },
    errors: [...AUTHENTICATED, "parameter_missing", "request_body_invalid", "service_unavailable"],
  },
} as const satisfies Record<string, Operation>;
