import { componentRef, type JsonObject } from "./json.ts";

const header = (description: string, schema: JsonObject, example: string | number): JsonObject => ({
  description,
  schema,
  example,
});

const count = { type: "integer", minimum: 0, format: "int64" };

export const HEADERS: JsonObject = {
  "Request-Id": {
    ...header(
      "New for every request: name it when you ask for help",
      { type: "string", pattern: "^req_[A-Za-z0-9]{24}$" },
      "req_2hJ8kLm4NpQ6rSt9UvWx3YzA",
    ),
    required: true,
  },
  "Retry-After": header(
    "Seconds after which a repeat may succeed",
    { type: "integer", minimum: 1, format: "int64" },
    1,
  ),
  "Idempotent-Replayed": header(
    "`true` where this is the stored answer of an earlier request; else it is not there",
    { type: "string", enum: ["true"] },
    "true",
  ),
  "Sandbox-Warning": header(
    "In Sandbox only: that the card is known for another outcome elsewhere, and the amount that orders it here",
    { type: "string" },
    "In Sandbox the amount decides and the card does not. For the outcome that this card has elsewhere send the amount 100006.",
  ),
  "WWW-Authenticate": header("How to say who you are", { type: "string", enum: ["Bearer"] }, "Bearer"),
  "X-RateLimit-Limit": header("Requests the key may send at once", count, 200),
  "X-RateLimit-Remaining": header("Requests left of them", count, 199),
  "X-RateLimit-Reset": header("Unix second at which all are available again", count, 1764072001),
};

export const QUOTA_HEADERS = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"];

export const headerRefs = (names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, componentRef("headers", name)]));

export const IDEMPOTENCY_KEY: JsonObject = {
  name: "Idempotency-Key",
  in: "header",
  required: true,
  description:
    "1 to 255 visible ASCII characters or spaces, new for each create and the same for its repeats, such as a UUID; " +
    "scoped to the API key and the operation",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~][ -~]*$" },
  example: "5b0c1f5e-2d5a-4c0e-9d2b-7a0e6f3c1d48",
};

/** openapi-generator's Python client is no Python where it does not read here which type a webhook's value has. */
const PYTHON_TEXT = { "x-py-typing": "str" };
export const PYTHON_OBJECT = { "x-py-typing": "Dict[str, Any]" };

const webhookHeader = (name: string, description: string, pattern: string, example: string): JsonObject => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string", pattern },
  example,
  ...PYTHON_TEXT,
});

/** What every delivery carries (docs/design/decisions.md#event-envelope). */
export const WEBHOOK_HEADERS: JsonObject = {
  WebhookId: webhookHeader(
    "webhook-id",
    "The event's id, the same at every try",
    "^evt_[A-Za-z0-9]{24}$",
    "evt_7cMj4GhFd9SaZ2xVb6NqWe1R",
  ),
  WebhookTimestamp: webhookHeader(
    "webhook-timestamp",
    "Unix time in seconds of this try",
    "^[0-9]+$",
    "1764072005",
  ),
  WebhookSignature: webhookHeader(
    "webhook-signature",
    "Standard Webhooks: base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, keyed with the bytes " +
      "that the secret's base64 stands for; a second one after a space while a secret is being rolled",
    "^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
  FlowlixSignature: webhookHeader(
    "Flowlix-Signature",
    "Hexadecimal HMAC-SHA256 over `{t}.{body}`, keyed with the secret's whole text; a second `v1` while a secret is " +
      "being rolled",
    "^t=[0-9]+(,v1=[0-9a-f]{64})+$",
    "t=1764072005,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd",
  ),
};
