import { ERROR_CATALOGUE, isErrorCode, type ErrorCode } from "./error-catalogue.ts";
import { describeOperation } from "./openapi/describe-operation.ts";
import { errorExamples } from "./openapi/examples/errors.ts";
import { EVENT_EXAMPLES } from "./openapi/examples/events.ts";
import { HEADERS, IDEMPOTENCY_KEY, WEBHOOK_HEADERS } from "./openapi/headers.ts";
import type { Json, JsonObject } from "./openapi/json.ts";
import { withOpenAnswers } from "./openapi/open-answers.ts";
import { publishedSchemas } from "./openapi/published.ts";
import { DOCUMENT_TAGS } from "./openapi/tags.ts";
import { WEBHOOKS } from "./openapi/webhooks.ts";
import { OPERATIONS } from "./operations.ts";

const CODES = Object.keys(ERROR_CATALOGUE).filter(isErrorCode);

/** Codes that any route answers, matched or not; they are described once, not at each operation. */
const EVERY_ROUTE = ["resource_not_found", "method_not_allowed"] as const satisfies readonly ErrorCode[];

const INFO = {
  title: "Flowlix payments API",
  version: "1",
  summary: "Card payments, refunds and card payouts over JSON and HTTP",
  description:
    "Card payments, refunds and card payouts over JSON and HTTP. A path that matches no route is 404 `resource_not_found`; a method that a " +
    "route does not support is 405 `method_not_allowed` with `Allow`; both need no key. `HEAD` works wherever `GET` does.",
  license: { name: "All rights reserved", identifier: "LicenseRef-Flowlix" },
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
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const operation of Object.values(OPERATIONS)) {
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describeOperation(operation);
  }
  const schemas = withOpenAnswers(publishedSchemas(), sentIn(paths));
  return {
    openapi: "3.1.0",
    info: INFO,
    servers: [server],
    tags: DOCUMENT_TAGS,
    paths,
    webhooks: WEBHOOKS,
    components: {
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description: "Secret API key, `api_test_sk_…` for Sandbox or `api_live_sk_…`; from a server only",
        },
      },
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY, ...WEBHOOK_HEADERS },
      headers: HEADERS,
      schemas: { ...schemas, ErrorCode: { ...schemas["ErrorCode"], ...ERROR_CODES } },
      examples: { ...errorExamples(CODES), ...EVENT_EXAMPLES },
    },
  };
}

/** What clients send, in any operation. */
const sentIn = (paths: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>): Json =>
  Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ parameters, requestBody }) => [parameters, requestBody]),
  );

/** Every code with its status, and which of them any route may answer. */
const ERROR_CODES: JsonObject = {
  "x-http-status": Object.fromEntries(CODES.map((code) => [code, ERROR_CATALOGUE[code].status])),
  "x-every-route": [...EVERY_ROUTE],
};
