import { createHmac } from "node:crypto";
import { SECRET_PREFIX } from "../secrets/secret-box.ts";

export type SignatureHeaders = Readonly<
  Record<"webhook-id" | "webhook-timestamp" | "webhook-signature" | "flowlix-signature", string>
>;

/**
 * Both schemes, each with one signature per secret: Standard Webhooks, keyed with the bytes behind `whsec_`, and our
 * own, keyed with the whole text (docs/design/decisions.md#signatures).
 */
export function signatureHeaders(
  secrets: readonly string[],
  { eventId, body, atS }: { readonly eventId: string; readonly body: string; readonly atS: number },
): SignatureHeaders {
  const standard = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${eventId}.${atS}.${body}`).digest("base64")}`;
  });
  const own = secrets.map(
    (secret) => `v1=${createHmac("sha256", secret).update(`${atS}.${body}`).digest("hex")}`,
  );
  return {
    "webhook-id": eventId,
    "webhook-timestamp": String(atS),
    "webhook-signature": standard.join(" "),
    "flowlix-signature": [`t=${atS}`, ...own].join(","),
  };
}
