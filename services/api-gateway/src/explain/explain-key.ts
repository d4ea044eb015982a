import type { IncomingHttpHeaders } from "node:http";

const WANTED =
  "Send the secret API key as Authorization: Bearer api_test_sk_…, or api_live_sk_… in live mode.";
const SCHEME = /^([A-Za-z-]{1,20}) /;
const BEGINNING = /^api_(?:test|live)_sk_/;

/** Why there is no key to look up. It repeats nothing of what could be one. */
export function explainNoKey({ authorization = "", ...others }: IncomingHttpHeaders): string {
  if (authorization === "")
    return "x-api-key" in others || "api-key" in others
      ? `The header X-API-Key is not read. ${WANTED}`
      : `The request has no Authorization header. ${WANTED}`;
  const scheme = SCHEME.exec(authorization)?.[1]?.toLowerCase();
  if (scheme === "basic")
    return `HTTP Basic was sent, in which no key is read. ${WANTED} With curl that is -H, not -u.`;
  if (scheme === undefined)
    return authorization.trim().toLowerCase() === "bearer"
      ? `No key follows Bearer. ${WANTED}`
      : `The Authorization header has one word, without Bearer before it. ${WANTED}`;
  if (scheme !== "bearer") return `The Authorization header has another scheme than Bearer. ${WANTED}`;
  const token = authorization.slice("bearer".length).trim();
  return BEGINNING.test(token)
    ? "The API key is cut off or has letters too many: after its beginning there are 32 letters and digits."
    : `What follows Bearer does not have the form of an API key. ${WANTED}`;
}

/**
 * Why a key that has the form of one is refused. The same for one that never was, has expired or was revoked: nobody
 * learns whether a key exists.
 */
export function explainRefusedKey(text: string): string {
  const mode = text.startsWith("api_live_") ? "live" : "Sandbox";
  return (
    `This API key is not valid here: it is mistyped, expired or revoked, or of another installation. ` +
    `It is a ${mode} key: check that the base URL is the one it was made for.`
  );
}
