import { ERROR_CATALOGUE, type ErrorCode } from "../error-catalogue.ts";
import { ErrorEnvelope } from "../error-envelope.ts";
import { Health } from "../health.ts";
import type { Operation } from "../operation.ts";
import { errorExampleName } from "./examples/errors.ts";
import { OPERATION_TEXTS } from "./examples/operations.ts";
import { headerRefs, QUOTA_HEADERS } from "./headers.ts";
import { componentRef, type Json, type JsonObject } from "./json.ts";
import { published } from "./published.ts";
import { tagOf } from "./tags.ts";

/** One operation as the document shows it. */
export function describeOperation(
  operation: Operation & { readonly id: keyof typeof OPERATION_TEXTS },
): JsonObject {
  const { id, summary, path, pathParams = {}, query = {}, requiredQuery = [], body } = operation;
  const texts = OPERATION_TEXTS[id];
  const needs = permissionsOf(operation);
  const parameters = [
    ...Object.entries(pathParams).map(([name, schema]) => parameter("path", name, true, schema)),
    ...Object.entries(query).map(([name, schema]) =>
      parameter("query", name, requiredQuery.includes(name), schema),
    ),
    ...(operation.idempotency === undefined ? [] : [componentRef("parameters", "IdempotencyKey")]),
  ];
  return {
    operationId: id,
    tags: [tagOf(path)],
    summary,
    description: [texts.description, ...needs].join(" "),
    security: needs.length === 0 ? [] : [{ apiKey: [] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: operation.bodyOptional !== true,
            content: jsonContent(published(body), valuesOf(texts.requests ?? {})),
          },
        }),
    responses: responsesOf(operation, valuesOf(texts.answers)),
  };
}

function permissionsOf({ permissions, allPermissions }: Operation): string[] {
  if (allPermissions !== undefined)
    return [`The key needs all of the permissions ${allPermissions.join(", ")}.`];
  if (permissions === undefined) return [];
  const [first, ...others] = permissions;
  return [
    others.length === 0
      ? `The key needs the permission ${first}.`
      : `The key needs one of the permissions ${permissions.join(", ")}.`,
  ];
}

/**
 * Its description stands at the parameter, where readers look for it, and not in the schema as well. What may be left
 * out has no example: pages send every example that they find, and cursors exclude each other.
 */
function parameter(place: "path" | "query", name: string, required: boolean, schema: object): JsonObject {
  const { description, examples, ...others } = schema as { readonly description?: string; examples?: object };
  const rest = place === "path" || required ? { ...others, examples } : others;
  return {
    name,
    in: place,
    ...(required ? { required } : {}),
    description: description ?? "",
    schema: published(rest),
  };
}

const valuesOf = (examples: Readonly<Record<string, object>>): JsonObject =>
  Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]));

const jsonContent = (schema: Json, examples: JsonObject): JsonObject => ({
  "application/json": { schema, examples },
});

function responsesOf(operation: Operation, answers: JsonObject): JsonObject {
  const { success, errors, idempotency } = operation;
  const always = ["Request-Id", ...(permissionsOf(operation).length === 0 ? [] : QUOTA_HEADERS)];
  const ofSuccess = [
    ...always,
    ...(idempotency === undefined ? [] : ["Idempotent-Replayed"]),
    ...(operation.id === "createPayment" ? ["Sandbox-Warning"] : []),
  ];
  return {
    [success.status]: {
      description:
        idempotency === undefined
          ? "As asked for"
          : "The object that was created; it may have failed all the same",
      headers: headerRefs(ofSuccess),
      content: jsonContent(published(success.body), answers),
    },
    ...(operation.id === "health" ? UNAVAILABLE : {}),
    ...errorResponses(errors, always),
  };
}

/** Health says that the API is down with its own body and no envelope (docs/design/decisions.md#health). */
const UNAVAILABLE: JsonObject = {
  503: {
    description: "The API is unavailable",
    headers: headerRefs(["Request-Id"]),
    content: jsonContent(published(Health), {
      unavailable: { value: { status: "unavailable" } },
    }),
  },
};

function errorResponses(codes: readonly ErrorCode[], headers: readonly string[]): JsonObject {
  const byStatus = Map.groupBy(codes, (code) => ERROR_CATALOGUE[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, own]) => [String(status), errorResponse(status, own, headers)]),
  );
}

function errorResponse(status: number, codes: readonly ErrorCode[], headers: readonly string[]): JsonObject {
  const names = codes.map(errorExampleName);
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_CATALOGUE[code].message}`).join("\n\n"),
    headers: headerRefs(headersOf(status, headers)),
    content: jsonContent(
      published(ErrorEnvelope),
      Object.fromEntries(names.map((name) => [name, componentRef("examples", name)])),
    ),
    "x-error-codes": [...codes],
  };
}

function headersOf(status: number, headers: readonly string[]): readonly string[] {
  if (status === 401) return ["Request-Id", "WWW-Authenticate"];
  return status === 429 || status === 503 ? [...headers, "Retry-After"] : headers;
}
