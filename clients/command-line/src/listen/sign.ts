import { createHmac } from "node:crypto";

const PREFIX = "whsec_";

/**
 * The secret that events are signed with on their way to a local server: the same for a key each time, so that it can
 * stay in the server's settings. It is made of the key and does not lead back to it.
 */
export const listenSecretOf = (key: string): string =>
  PREFIX + createHmac("sha256", key).update("flowlix listen").digest("base64");

/** The headers of a delivery (docs/site/webhooks.md#deliveries), in both schemes. */
export function signedHeaders(secret: string, eventId: string, body: string): Record<string, string> {
  const time = Math.floor(Date.now() / 1000);
  const own = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  const standard = createHmac("sha256", Buffer.from(secret.slice(PREFIX.length), "base64"))
    .update(`${eventId}.${time}.${body}`)
    .digest("base64");
  return {
    "content-type": "application/json",
    "user-agent": "Flowlix-Webhooks/1",
    "webhook-id": eventId,
    "webhook-timestamp": String(time),
    "webhook-signature": `v1,${standard}`,
    "flowlix-signature": `t=${time},v1=${own}`,
  };
}
