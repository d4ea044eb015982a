import { EVENT_TYPES } from "./event-list.ts";

const header = (name: string, description: string, pattern: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string", pattern },
});

/**
 * What the platform sends to an endpoint, for the document's section of that name
 * (docs/design/decisions.md#event-envelope).
 */
export const WEBHOOKS = {
  event: {
    post: {
      summary: "An event, sent to every enabled endpoint of its mode that wants its type",
      description:
        `Types: ${EVENT_TYPES.map((type) => `\`${type}\``).join(", ")}; others can be added. Delivered at least once and in no ` +
        "promised order. Answer within 10 seconds; redirects are not followed and the body is not read.",
      security: [],
      parameters: [
        header("webhook-id", "The event's id, the same at every try", "^evt_[A-Za-z0-9]{24}$"),
        header("webhook-timestamp", "Unix time in seconds of this try", "^[0-9]+$"),
        header(
          "webhook-signature",
          "Standard Webhooks: base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, keyed with the bytes " +
            "that the secret's base64 stands for; a second one after a space while a secret is being rolled",
          "^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$",
        ),
        header(
          "Flowlix-Signature",
          "Hexadecimal HMAC-SHA256 over `{t}.{body}`, keyed with the secret's whole text; a second `v1` while a secret is " +
            "being rolled",
          "^t=[0-9]+(,v1=[0-9a-f]{64})+$",
        ),
      ],
      requestBody: {
        required: true,
        content: { "application/json": { schema: { $ref: "#/components/schemas/Event" } } },
      },
      responses: {
        "2XX": { description: "Received; it is not sent again" },
        410: { description: "The endpoint is gone: it is disabled" },
        429: { description: "Sent again, not before `Retry-After`; 503 likewise" },
        default: { description: "Sent again later, for 72 hours" },
      },
    },
  },
} as const;
