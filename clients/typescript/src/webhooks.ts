import { createHmac, timingSafeEqual } from "node:crypto";
import { WebhookError } from "./errors.ts";
import type { Event } from "./types.ts";

type HeaderValue = string | readonly string[] | undefined;
/** Of Node, of fetch, or any object; names in any case. */
export type WebhookHeaders = { get(name: string): string | null } | Readonly<Record<string, HeaderValue>>;

export interface WebhookDelivered {
  /** The bytes as they came: JSON that was parsed and written again has another signature. */
  readonly body: string | Uint8Array;
  readonly headers: WebhookHeaders;
  /** `whsec_…`; several while you replace one, each is good. */
  readonly secret: string | readonly string[];
  /** How old or how far ahead a delivery may be; 300 seconds, as docs/site/webhooks.md#verify advises. */
  readonly toleranceSeconds?: number;
}

const TOLERANCE_SECONDS = 300;
const SECRET_PREFIX = "whsec_";

/**
 * The event of a genuine delivery (docs/site/webhooks.md#verify); throws a WebhookError for any other one. The same
 * event can come twice: `id` tells.
 */
export function verifyWebhook({
  body,
  headers,
  secret,
  toleranceSeconds = TOLERANCE_SECONDS,
}: WebhookDelivered): Event {
  if (typeof body !== "string" && !(body instanceof Uint8Array))
    throw new TypeError("body must be the bytes or the text of the request as they came, not parsed JSON.");
  const secrets = (typeof secret === "string" ? [secret] : secret).map(keyOf);
  if (secrets.length === 0) throw new TypeError("secret is missing.");
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const signatures = headerOf(headers, "webhook-signature");
  if (id === undefined || timestamp === undefined || signatures === undefined)
    throw new WebhookError(
      "webhook_headers_missing",
      "A webhook-… header is missing: not a delivery of ours.",
    );
  const at = /^[0-9]{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  // Written so that a time that is no number is refused.
  if (!(Math.abs(Date.now() / 1000 - at) <= toleranceSeconds))
    throw new WebhookError("webhook_timestamp_refused", "The delivery is too old, or a clock is wrong.");
  if (!isSigned(`${id}.${timestamp}.`, body, signatures, secrets))
    throw new WebhookError(
      "webhook_signature_wrong",
      "No signature is right: another secret, or a body that is not the bytes as they came.",
    );
  return eventOf(body);
}

function isSigned(
  start: string,
  body: string | Uint8Array,
  given: string,
  secrets: readonly Buffer[],
): boolean {
  const signatures = given.split(" ").flatMap((one) => {
    const [version, text] = one.split(",", 2);
    return version === "v1" && text !== undefined ? [Buffer.from(text, "base64")] : [];
  });
  return secrets.some((key) => {
    const expected = createHmac("sha256", key).update(start).update(body).digest();
    return signatures.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
  });
}

function keyOf(secret: string): Buffer {
  const key = Buffer.from(
    secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : "",
    "base64",
  );
  if (key.length === 0)
    throw new TypeError("secret must be the endpoint's secret, which begins with whsec_.");
  return key;
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === "function") return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([other]) => other.toLowerCase() === name)?.[1];
  const value: unknown = Array.isArray(found) ? found[0] : found;
  return typeof value === "string" ? value : undefined;
}

/** By its id alone: who signed it wrote the rest as well. */
const isEvent = (value: unknown): value is Event =>
  typeof value === "object" && value !== null && "id" in value;

function eventOf(body: string | Uint8Array): Event {
  try {
    const event: unknown = JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body));
    if (isEvent(event)) return event;
  } catch {
    // Refused below.
  }
  throw new WebhookError("webhook_body_unreadable", "The delivery is genuine, but its body is no event.");
}
