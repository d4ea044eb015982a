import { createHmac, randomUUID } from "node:crypto";
import {
  DeletedWebhookEndpoint,
  EventList,
  PublicEvent,
  ResentEvent,
  WebhookDeliveryList,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
  type Static,
  type TSchema,
  type WebhookDelivery,
} from "@flowlix/contracts";
import { compileSchema } from "@flowlix/runtime";
import { startReceiver, waitFor, type HttpReceiver, type ReceivedRequest } from "@flowlix/testkit";
import type { Answer, Api } from "./api.ts";

/** What a text says, which has to be as the schema has it. */
function checked<S extends TSchema>(schema: S, text: string): Static<S> {
  const value: unknown = JSON.parse(text);
  const isValid = compileSchema<Static<S>>(schema);
  if (isValid(value)) return value;
  throw new Error(`${JSON.stringify(isValid.errors)}: ${text}`);
}

const JSON_TYPE = { "content-type": "application/json" };

/** Webhook endpoints and events as a merchant's server uses them. */
export function webhooksOf(api: Api) {
  const send = (method: string, path: string, body?: object): Promise<Answer> =>
    api.send(method, path, body === undefined ? {} : { headers: JSON_TYPE, body: JSON.stringify(body) });
  /** Everything that is answered is held against its published schema. */
  async function ask<S extends TSchema>(
    schema: S,
    method: string,
    path: string,
    body?: object,
  ): Promise<Static<S>> {
    const { status, text } = await send(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return checked(schema, text);
  }
  const one = (id: string, act = "") => `/v1/webhook_endpoints/${id}${act}`;
  const deliveries = async (id: string): Promise<WebhookDelivery[]> =>
    (await ask(WebhookDeliveryList, "GET", one(id, "/deliveries?limit=100"))).data;
  return {
    send,
    create: (url: string, enabled_events: readonly string[] = ["*"]) =>
      ask(WebhookEndpointWithSecret, "POST", "/v1/webhook_endpoints", { url, enabled_events }),
    read: (id: string) => ask(WebhookEndpoint, "GET", one(id)),
    update: (id: string, changes: object) => ask(WebhookEndpoint, "PATCH", one(id), changes),
    roll: (id: string, overlap_seconds: number) =>
      ask(WebhookEndpointWithSecret, "POST", one(id, "/roll_secret"), { overlap_seconds }),
    remove: (id: string) => ask(DeletedWebhookEndpoint, "DELETE", one(id)),
    deliveries,
    /** Waits for a delivery of the endpoint that is as it has to be, the newest first. */
    delivered: (id: string, what: string, is: (delivery: WebhookDelivery) => boolean) =>
      waitFor(what, async () => (await deliveries(id)).find(is), 30_000),
    events: async () => (await ask(EventList, "GET", "/v1/events?limit=100")).data,
    event: (id: string) => ask(PublicEvent, "GET", `/v1/events/${id}`),
    resend: (id: string) => ask(ResentEvent, "POST", `/v1/events/${id}/resend`),
    post: (path: string, body: object): Promise<Answer> =>
      api.send("POST", path, {
        headers: { ...JSON_TYPE, "idempotency-key": randomUUID() },
        body: JSON.stringify(body),
      }),
  };
}

export type Webhooks = ReturnType<typeof webhooksOf>;

/** What an endpoint was sent, as its server reads it. */
export interface Inbox {
  readonly receiver: HttpReceiver;
  events(): PublicEvent[];
  /** Waits for the event of that type about that object. */
  arrived(type: string, objectId: string): Promise<PublicEvent>;
  close(): Promise<void>;
}

export const eventIn = ({ body }: ReceivedRequest): PublicEvent =>
  checked(PublicEvent, body.toString("utf8"));

export const objectOf = ({ data }: PublicEvent) => data.payment ?? data.refund ?? data.payout;

export async function startInbox(): Promise<Inbox> {
  const receiver = await startReceiver(() => ({ status: 204 }));
  const events = () => receiver.requests.map(eventIn);
  return {
    receiver,
    events,
    arrived: (type, objectId) =>
      waitFor(
        `${type} of ${objectId}`,
        () => events().find((event) => event.type === type && objectOf(event)?.id === objectId),
        30_000,
      ),
    close: () => receiver.close(),
  };
}

/**
 * Whether a delivery carries this secret's signature in both schemes, checked with nothing of ours
 * (docs/design/decisions.md#signatures).
 */
export function signedBy(secret: string, { headers, body }: ReceivedRequest): readonly [boolean, boolean] {
  const id = String(headers["webhook-id"]);
  const at = String(headers["webhook-timestamp"]);
  const standardKey = Buffer.from(secret.slice("whsec_".length), "base64");
  const standard = createHmac("sha256", standardKey).update(`${id}.${at}.`).update(body).digest("base64");
  const [time = "", ...signatures] = String(headers["flowlix-signature"]).split(",");
  const own = createHmac("sha256", secret)
    .update(`${time.slice("t=".length)}.`)
    .update(body)
    .digest("hex");
  return [
    String(headers["webhook-signature"]).split(" ").includes(`v1,${standard}`),
    time.startsWith("t=") && signatures.includes(`v1=${own}`),
  ];
}
