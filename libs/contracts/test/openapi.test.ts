import { readFileSync } from "node:fs";
import { expect } from "chai";
import { buildOpenApi, ERROR_CATALOGUE, OPERATIONS } from "@flowlix/contracts";

/**
 * The catalogue of errors, copied by hand: code and HTTP status (docs/design/specification.md#error-codes; for
 * `limit_exceeded` docs/design/decisions.md#webhook-endpoints).
 */
const SPECIFIED: Readonly<Record<string, number>> = {
  actor_forbidden: 403,
  amount_exceeds_refundable: 422,
  currency_not_supported: 422,
  idempotency_key_in_use: 409,
  idempotency_key_reused: 409,
  internal_error: 500,
  invalid_api_key: 401,
  invalid_card: 422,
  invalid_request: 400,
  invalid_search_criteria: 400,
  limit_exceeded: 422,
  merchant_not_provisioned: 422,
  method_not_allowed: 405,
  object_not_found: 404,
  object_state_conflict: 409,
  parameter_invalid: 400,
  parameter_missing: 400,
  payment_acceptance_unavailable: 403,
  payment_not_refundable: 422,
  payout_submission_unavailable: 403,
  processing_error: 502,
  rate_limit_exceeded: 429,
  request_body_invalid: 400,
  resource_not_found: 404,
  service_unavailable: 503,
  unsupported_card: 422,
};

/** What the specification lets each operation answer, from the catalogue's column of operations. */
const SPECIFIED_STATUSES = {
  createPayment: [201, 400, 401, 403, 404, 409, 422, 429, 500, 502, 503],
  createHostedPayment: [201, 400, 401, 403, 409, 422, 429, 500, 503],
  getPayment: [200, 400, 401, 403, 404, 429, 500, 503],
  listPayments: [200, 400, 401, 403, 429, 500, 503],
  createRefund: [201, 400, 401, 403, 404, 409, 422, 429, 500, 503],
  getRefund: [200, 400, 401, 403, 404, 429, 500, 503],
  listRefunds: [200, 400, 401, 403, 404, 429, 500, 503],
  createPayout: [201, 400, 401, 403, 404, 409, 422, 429, 500, 503],
  getPayout: [200, 400, 401, 403, 404, 429, 500, 503],
  listPayouts: [200, 400, 401, 403, 429, 500, 503],
  listEvents: [200, 400, 401, 403, 429, 500, 503],
  getEvent: [200, 400, 401, 403, 404, 429, 500, 503],
  resendEvent: [200, 400, 401, 403, 404, 429, 500, 503],
  createWebhookEndpoint: [201, 400, 401, 403, 422, 429, 500, 503],
  listWebhookEndpoints: [200, 400, 401, 403, 429, 500, 503],
  getWebhookEndpoint: [200, 400, 401, 403, 404, 429, 500, 503],
  updateWebhookEndpoint: [200, 400, 401, 403, 404, 429, 500, 503],
  deleteWebhookEndpoint: [200, 400, 401, 403, 404, 429, 500, 503],
  rollWebhookSecret: [200, 400, 401, 403, 404, 429, 500, 503],
  endWebhookSecretOverlap: [200, 400, 401, 403, 404, 429, 500, 503],
  listWebhookDeliveries: [200, 400, 401, 403, 404, 429, 500, 503],
  health: [200, 503],
} as const;

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

function at(document: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((node, name) => (isNode(node) ? node[name] : undefined), document);
}

function* nodesOf(value: unknown): Generator<Node> {
  if (!isNode(value)) return;
  yield value;
  for (const member of Object.values(value)) yield* nodesOf(member);
}

describe("the OpenAPI document", () => {
  const document = buildOpenApi();

  it("is the committed one; `npm run openapi` writes it again [D9-3]", () => {
    const committed = readFileSync(new URL("../src/openapi.json", import.meta.url), "utf8");
    expect(`${JSON.stringify(document, null, 2)}\n`).to.equal(committed);
  });

  it("knows the same error codes as the catalogue and the specification, with the same statuses [ERR-2]", () => {
    const catalogue = Object.fromEntries(
      Object.entries(ERROR_CATALOGUE).map(([code, { status }]) => [code, status]),
    );
    expect(catalogue).to.deep.equal(SPECIFIED);
    expect(at(document, "components", "schemas", "ErrorCode", "x-http-status")).to.deep.equal(SPECIFIED);
    expect(at(document, "components", "schemas", "ErrorCode", "enum")).to.have.members(
      Object.keys(SPECIFIED),
    );
  });

  it("has every operation once, with the statuses that the specification names [AUTH-1]", () => {
    for (const operation of Object.values(OPERATIONS)) {
      const described = at(document, "paths", operation.path, operation.method.toLowerCase());
      expect(at(described, "operationId")).to.equal(operation.id);
      const statuses = Object.keys(at(described, "responses") ?? {}).map(Number);
      expect(statuses, operation.id).to.have.members([...SPECIFIED_STATUSES[operation.id]]);
    }
    const described = [...nodesOf(at(document, "paths"))].filter((node) => "operationId" in node);
    expect(described).to.have.length(Object.keys(OPERATIONS).length);
  });

  it("names the codes of each operation under their own status [ERR-2]", () => {
    for (const operation of Object.values(OPERATIONS)) {
      const responses = at(document, "paths", operation.path, operation.method.toLowerCase(), "responses");
      const named = [...nodesOf(responses)].flatMap((node) =>
        Array.isArray(node["x-error-codes"]) ? node["x-error-codes"].map(String) : [],
      );
      expect(named, operation.id).to.have.members([...operation.errors]);
    }
  });

  it("refers to nothing that it does not hold", () => {
    const references = [...nodesOf(document)].flatMap((node) =>
      typeof node["$ref"] === "string" ? [node["$ref"]] : [],
    );
    expect(references.length).to.be.greaterThan(10);
    for (const reference of references) {
      expect(at(document, ...reference.slice(2).split("/")), reference).to.be.an("object");
    }
  });

  it("uses no format of ours that a reader could not know", () => {
    const formats = new Set(
      [...nodesOf(document)].flatMap((node) =>
        typeof node["format"] === "string" && "type" in node ? [node["format"]] : [],
      ),
    );
    expect([...formats]).to.have.members(["email", "int32", "int64", "uri"]);
  });

  it("describes the Payment as closed: exactly the specified properties, all of them present, and the cards of one that may have several [PAY-1, GET-1]", () => {
    const payment = at(document, "components", "schemas", "Payment");
    expect(at(payment, "additionalProperties")).to.equal(false);
    const required = at(payment, "required");
    expect(required).not.to.include("card_attempts");
    expect(["card_attempts", ...(Array.isArray(required) ? required : [])]).to.have.members(
      Object.keys(at(payment, "properties") ?? {}),
    );
  });
});
