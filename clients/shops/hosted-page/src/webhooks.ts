import type { IncomingMessage, RequestListener } from "node:http";
import { isFlowlixError, verifyWebhook, type Event, type Flowlix } from "@flowlix/client";

const BODY_BYTES_MAX = 1_000_000;

/** Answers deliveries: 204 to a genuine one once its event is worked on, 400 to any other. */
export const receiver =
  (secret: string, take: (event: Event) => void): RequestListener =>
  async (request, response) => {
    try {
      take(verifyWebhook({ body: await bytesOf(request), headers: request.headers, secret }));
      response.writeHead(204).end();
    } catch (error) {
      // After any other answer than 2xx the event comes again.
      response.writeHead(isFlowlixError(error) ? 400 : 500, { connection: "close" }).end();
    }
  };

/** The bytes as they came: JSON that is parsed and written again has another signature. */
export async function bytesOf(request: IncomingMessage, max = BODY_BYTES_MAX): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += part.length;
    if (bytes > max) throw new Error("the body is too long");
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Makes the webhook endpoint for Payments that succeeded. It replaces one that a killed shop left. */
export async function register(client: Flowlix, url: string): Promise<{ id: string; secret: string }> {
  for await (const endpoint of client.webhookEndpoints.each())
    if (endpoint.url === url) await client.webhookEndpoints.remove(endpoint.id);
  return client.webhookEndpoints.create({ url, enabled_events: ["payment.succeeded"] });
}
