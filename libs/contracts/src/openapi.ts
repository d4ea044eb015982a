import { ERROR_CATALOGUE, type ErrorCode } from "./error-catalogue.ts";
import { ErrorEnvelope } from "./error-envelope.ts";
import { EventList, PublicEvent, ResentEvent } from "./event-list.ts";
import { Health } from "./health.ts";
import { HostedPaymentRequest } from "./hosted-payment.ts";
import { WEBHOOKS } from "./openapi-webhooks.ts";
import type { Operation } from "./operation.ts";
import { OPERATIONS } from "./operations.ts";
import { PaymentList } from "./payment-list.ts";
import { DirectPaymentRequest, Payment } from "./payment.ts";
import { PayoutList } from "./payout-list.ts";
import { Payout, PayoutRequest } from "./payout.ts";
import { PUBLIC_FORMATS } from "./public-formats.ts";
import { Refund, RefundList, RefundRequest } from "./refund.ts";
import { WebhookDelivery, WebhookDeliveryList } from "./webhook-delivery.ts";
import { WebhookEndpoint, WebhookEndpointList, WebhookEndpointWithSecret } from "./webhook-endpoint.ts";
import {
  ResendRequest,
  RollSecretRequest,
  WebhookEndpointRequest,
  WebhookEndpointUpdate,
} from "./webhook-requests.ts";

type Json = unknown;
type JsonObject = Record<string, Json>;

/** Schemas that have a name of their own in the document. */
const NAMED: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [DirectPaymentRequest, "DirectPaymentRequest"],
  [HostedPaymentRequest, "HostedPaymentRequest"],
  [Payment, "Payment"],
  [PaymentList, "PaymentList"],
  [Refund, "Refund"],
  [PayoutRequest, "PayoutRequest"],
  [Payout, "Payout"],
  [PayoutList, "PayoutList"],
  [RefundRequest, "RefundRequest"],
  [RefundList, "RefundList"],
  [PublicEvent, "Event"],
  [EventList, "EventList"],
  [ResentEvent, "ResentEvent"],
  [WebhookEndpointRequest, "WebhookEndpointRequest"],
  [WebhookEndpointUpdate, "WebhookEndpointUpdate"],
  [ResendRequest, "ResendRequest"],
  [RollSecretRequest, "RollSecretRequest"],
  [WebhookEndpoint, "WebhookEndpoint"],
  [WebhookEndpointWithSecret, "WebhookEndpointWithSecret"],
  [WebhookEndpointList, "WebhookEndpointList"],
  [WebhookDelivery, "WebhookDelivery"],
  [WebhookDeliveryList, "WebhookDeliveryList"],
  [Health, "Health"],
  [ErrorEnvelope, "ErrorEnvelope"],
]);

/** Codes that any route answers, matched or not; they are described once, not at each operation. */
const EVERY_ROUTE = ["resource_not_found", "method_not_allowed"] as const satisfies readonly ErrorCode[];

const INFO = {
  title: "Flowlix payments API",
  version: "1",
  description:
    "Card payments, refunds and card payouts over JSON and HTTP. A path that matches no route is 404 `resource_not_found`; a method that a " +
    "route does not support is 405 `method_not_allowed` with `Allow`; both need no key. `HEAD` works wherever `GET` does.",
};

/** Where the API is reached. */
export interface OpenApiServer {
  /** Without a slash at its end. */
  readonly url: string;
  readonly description?: string;
}

/** What the document in the repository names, which belongs to no installation. */
const STARTED_HERE: OpenApiServer = {
  url: "http://127.0.0.1:3000",
  description: "What `make start` starts. An installation names itself in its own `/openapi.json`.",
};

/**
 * The OpenAPI 3.1 document of the public API, built from the schemas that the gateway validates with
 * (docs/design/architecture.md#contracts). Generated into `openapi.json`; a test holds the two equal.
 */
export function buildOpenApi(server: OpenApiServer = STARTED_HERE): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const operation of Object.values(OPERATIONS)) {
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describe(operation);
  }
  return {
    openapi: "3.1.0",
    info: INFO,
    servers: [server],
    paths,
    webhooks: WEBHOOKS,
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: "Secret API key, from a server only" },
      },
      headers: HEADERS,
      schemas: { ...namedSchemas(), ErrorCode: errorCodes() },
    },
  };
}

const stringHeader = (description: string, schema: JsonObject = { type: "string" }): JsonObject => ({
  description,
  schema,
});

const HEADERS: JsonObject = {
  "Request-Id": stringHeader("New for every request", { type: "string", pattern: "^req_[A-Za-z0-9]{24}$" }),
  "Retry-After": stringHeader("Seconds after which a repeat may succeed", { type: "integer", minimum: 1 }),
  "Idempotent-Replayed": stringHeader("`true` where this is the stored answer of an earlier request", {
    const: "true",
  }),
  "Sandbox-Warning": stringHeader(
    "In Sandbox only: that the card is known for another outcome elsewhere, and the amount that orders it here",
  ),
  "X-RateLimit-Limit": stringHeader("Requests the key may send at once", { type: "integer" }),
  "X-RateLimit-Remaining": stringHeader("Requests left of them", { type: "integer" }),
  "X-RateLimit-Reset": stringHeader("Unix second at which all are available again", { type: "integer" }),
};

const headerRefs = (names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const QUOTA_HEADERS = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"];

function describe(operation: Operation): JsonObject {
  const {
    id,
    summary,
    pathParams = {},
    query = {},
    requiredQuery = [],
    body,
    bodyOptional = false,
    idempotency,
  } = operation;
  const path = Object.entries(pathParams).map(([name, schema]) => ({
    name,
    in: "path",
    required: true,
    schema: published(schema),
  }));
  const inQuery = Object.entries(query).map(([name, schema]) => ({
    name,
    in: "query",
    ...(requiredQuery.includes(name) ? { required: true } : {}),
    schema: published(schema),
  }));
  const parameters: JsonObject[] = [
    ...path,
    ...inQuery,
    ...(idempotency === undefined ? [] : [IDEMPOTENCY_KEY]),
  ];
  return {
    operationId: id,
    summary,
    ...securityOf(operation),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: !bodyOptional,
            content: { "application/json": { schema: published(body) } },
          },
        }),
    responses: responsesOf(operation),
  };
}

function securityOf({ permissions, allPermissions }: Operation): JsonObject {
  if (permissions === undefined && allPermissions === undefined) return { security: [] };
  const needs =
    permissions === undefined
      ? `all of the permissions ${allPermissions?.join(", ")}`
      : `one of the permissions ${permissions.join(", ")}`;
  return { security: [{ apiKey: [] }], description: `The key needs ${needs}.` };
}

const IDEMPOTENCY_KEY: JsonObject = {
  name: "Idempotency-Key",
  in: "header",
  required: true,
  description: "1 to 255 visible ASCII characters or spaces; scoped to the API key and the operation",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^ *[!-~][ -~]*$" },
};

function responsesOf(operation: Operation): JsonObject {
  const { success, errors, idempotency } = operation;
  const needsKey = operation.permissions !== undefined || operation.allPermissions !== undefined;
  const always = ["Request-Id", ...(needsKey ? QUOTA_HEADERS : [])];
  const ofSuccess = [
    ...always,
    ...(idempotency === undefined ? [] : ["Idempotent-Replayed"]),
    ...(operation.id === "createPayment" ? ["Sandbox-Warning"] : []),
  ];
  const own = {
    [success.status]: {
      description: "The result; an object may have failed all the same",
      headers: headerRefs(ofSuccess),
      content: { "application/json": { schema: published(success.body) } },
    },
  };
  return { ...own, ...(operation.id === "health" ? UNAVAILABLE : {}), ...errorResponses(errors, always) };
}

/** Health says that the API is down with its own body and no envelope (docs/design/decisions.md#health). */
const UNAVAILABLE: JsonObject = {
  503: {
    description: "The API is unavailable",
    headers: headerRefs(["Request-Id"]),
    content: { "application/json": { schema: { $ref: "#/components/schemas/Health" } } },
  },
};

function errorResponses(codes: readonly ErrorCode[], headers: readonly string[]): JsonObject {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = ERROR_CATALOGUE[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const responses = [...byStatus].map(
    ([status, own]) => [String(status), errorResponse(status, own, headers)] as const,
  );
  return Object.fromEntries(responses);
}

function errorResponse(status: number, codes: readonly ErrorCode[], headers: readonly string[]): JsonObject {
  const sent =
    status === 401
      ? ["Request-Id"]
      : status === 429 || status === 503
        ? [...headers, "Retry-After"]
        : headers;
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_CATALOGUE[code].message}`).join("\n\n"),
    headers: headerRefs(sent),
    content: { "application/json": { schema: { $ref: "#/components/schemas/ErrorEnvelope" } } },
    "x-error-codes": [...codes],
  };
}

/**
 * Every code with its status. New ones can appear, so it is no closed enumeration
 * (docs/design/specification.md#versioning-3).
 */
function errorCodes(): JsonObject {
  const entries = Object.entries(ERROR_CATALOGUE);
  return {
    type: "string",
    description: "Branch on it; for one you do not know branch on the HTTP status.",
    examples: entries.map(([code]) => code),
    "x-http-status": Object.fromEntries(entries.map(([code, { status }]) => [code, status])),
    "x-every-route": [...EVERY_ROUTE],
  };
}

function namedSchemas(): JsonObject {
  const schemas = [...NAMED].map(([schema, name]) => [name, publishedParts(schema)] as const);
  return Object.fromEntries(schemas);
}

/** A schema as the document shows it: a reference where it has a name. */
function published(schema: unknown): Json {
  const name = NAMED.get(schema);
  return name === undefined ? publishedParts(schema) : { $ref: `#/components/schemas/${name}` };
}

function publishedParts(schema: unknown): Json {
  if (Array.isArray(schema)) return schema.map(published);
  if (typeof schema !== "object" || schema === null) return schema;
  const shown: JsonObject = {};
  for (const [keyword, value] of Object.entries(schema)) {
    const meaning = keyword === "format" && typeof value === "string" ? PUBLIC_FORMATS[value] : undefined;
    if (meaning === undefined) shown[keyword] = published(value);
    else Object.assign(shown, meaning);
  }
  return shown;
}
