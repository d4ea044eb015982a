import type { IncomingHttpHeaders } from "node:http";

const WANTED =
  "Send the secret API key as Authorization: Bearer api_test_sk_…, or api_live_sk_… in live mode.";
const SCHEME = /^([A-Za-z-]{1,20}) /;
const BEGINNING = /^api_(?:test|live)_sk_/;
/** Where other APIs read a key. The one that came is named as it is usually written. */
const OTHER_HEADERS = ["X-API-Key", "Api-Key", "apikey", "X-Auth-Token", "X-Access-Token", "X-Authorization"];

/** What is wrong with a header that does not begin with a scheme and a space; the first that fits is said. */
const BEGINNINGS: readonly (readonly [fits: RegExp, what: string])[] = [
  [/^bearer$/i, "No key follows Bearer."],
  [/^bearer:/i, "A colon follows Bearer: a space alone stands between it and the key."],
  [/^bearer\t/i, "A tab follows Bearer: a space alone stands between it and the key."],
  [/^bearer\S+$/i, "No space follows Bearer: one stands between it and the key."],
  [/^\S+$/, "The Authorization header has one word, without Bearer before it."],
  [/^/, "The Authorization header does not begin with Bearer and a space."],
];

/** The same of what follows Bearer and does not have the form of a key. */
const TOKENS: readonly (readonly [fits: RegExp, what: string])[] = [
  [/^$/, "No key follows Bearer."],
  [/^bearer(?![A-Za-z0-9_-])/i, "Bearer stands there twice: send it once."],
  [/^["'`]/, "What follows Bearer is in quotes: send the key without them."],
  [
    /^(?:\$|\{\{|%[A-Za-z_]+%$|process\.env)/,
    "What follows Bearer looks like the name of a variable, whose value was not put in. In a shell double quotes around the header put it in, single ones do not.",
  ],
  [/^[<{[(]/, "What follows Bearer is in brackets: send the key without them."],
  [
    /^(?:undefined|null|None|nil)$/,
    "What follows Bearer is what a program writes for no value: the variable of the key has none.",
  ],
  [
    /^whsec_/,
    "What follows Bearer begins as the secret of a webhook endpoint does, which signs events and is no API key.",
  ],
  [/\s/, "What follows Bearer has white space in it, which no key has."],
  [/^/, "What follows Bearer does not have the form of an API key."],
];

/**
 * What documents have in the place of a key, after its beginning or alone, in quotes or brackets too: those of docs/
 * and of the clients, and the samples of the API reference. An ellipsis comes as the three bytes that it is in UTF-8.
 */
const PLACEHOLDER =
  /^["'`<{[(]{0,2}(?:api_(?:test|live)_sk_)?(?:YOUR_[A-Z_]{0,20}(?:KEY|TOKEN)|\.{3}|\u2026|\u00e2\u0080\u00a6)["'`>}\])]{0,2}$/i;

export const isPlaceholderKey = (token: string): boolean => PLACEHOLDER.test(token);

const OWN_KEY =
  "This is the placeholder of the documents, not a key: put your own key in its place. " +
  "`make start` prints a Sandbox key; elsewhere your operator gives you one.";

const firstOf = (habits: readonly (readonly [fits: RegExp, what: string])[], text: string): string =>
  `${habits.find(([fits]) => fits.test(text))?.[1] ?? ""} ${WANTED}`;

/** Why there is no key to look up. It repeats nothing of what could be one. */
export function explainNoKey({ authorization, ...others }: IncomingHttpHeaders): string {
  if (authorization === undefined || authorization === "") {
    const other = OTHER_HEADERS.find((name) => name.toLowerCase() in others);
    if (other !== undefined) return `The header ${other} is not read. ${WANTED}`;
    return authorization === undefined
      ? `The request has no Authorization header. ${WANTED}`
      : `The Authorization header is empty. ${WANTED}`;
  }
  const scheme = SCHEME.exec(authorization)?.[1]?.toLowerCase();
  if (scheme === undefined) return firstOf(BEGINNINGS, authorization);
  if (scheme === "basic")
    return `HTTP Basic was sent, in which no key is read. ${WANTED} With curl that is -H, not -u.`;
  if (scheme !== "bearer") return `The Authorization header has another scheme than Bearer. ${WANTED}`;
  const token = authorization.slice("bearer".length).replace(/^ +/, "");
  if (isPlaceholderKey(token.trimEnd())) return OWN_KEY;
  return BEGINNING.test(token) && !/\s/.test(token) ? explainLength(token) : firstOf(TOKENS, token);
}

/** What has the beginning of a key, and no white space. */
function explainLength(token: string): string {
  const what = /[^A-Za-z0-9]/.test(token.replace(BEGINNING, ""))
    ? "has a sign that no key has"
    : "is cut off or has letters too many";
  return `The API key ${what}: after its beginning there are 32 letters and digits.`;
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
