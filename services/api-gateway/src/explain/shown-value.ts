import { isText } from "@flowlix/runtime";
import { isPublicId } from "./public-ids.ts";
import { looksSecret } from "../validation/harmless-name.ts";

/** Longer texts are counted instead of repeated. */
const SHOWN_MAX = 60;
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/;
/** A cryptogram has 28 signs of Base64, and keys and tokens are as long; words are shorter, and ids are public. */
const TOKEN = /[A-Za-z0-9+/=_-]{24}/;
const CREDENTIAL = /^(?:bearer|basic) |PRIVATE KEY/i;
/** Parts of a card and of a wallet's token are under these names, in any request. */
export const SECRET_PARENTS: ReadonlySet<string> = new Set([
  "card",
  "apple_pay",
  "google_pay",
  "data",
  "destination",
]);
/** Here a choice is named, in words: a number in its place may be a CVC. */
const CHOICES: ReadonlySet<string> = new Set(["payment_method_data", "type", "format", "auth_method"]);

/**
 * What was sent, in words for the one who sent it. A value that could be secret is named by its kind alone: whatever is
 * under a card or in its place, what has as many digits as a card number, and what looks like a key, a token or a
 * password (docs/design/decisions.md#explained-faults).
 */
export function shownValue(value: unknown, path: readonly string[]): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value !== "string" && typeof value !== "number") return "an object";
  const text = String(value);
  const shown = !isSecretPlace(path, text) && isHarmlessText(text);
  // JSON.parse makes Infinity of 1e400: nobody sent that.
  if (typeof value === "number") return shown && Number.isFinite(value) ? `the number ${text}` : "a number";
  if (text === "") return "an empty text";
  return shown ? `the text ${JSON.stringify(text)}` : `a text of ${counted(Array.from(text).length)}`;
}

const counted = (characters: number): string =>
  characters === 1 ? "1 character" : `${characters} characters`;

/** Whether a text of a client may be repeated to it. */
export const isHarmlessText = (text: string): boolean =>
  text.length <= SHOWN_MAX &&
  isText(text) &&
  !CONTROL_CHARACTER.test(text) &&
  !looksSecret(text) &&
  !isPrivateUrl(text) &&
  !CREDENTIAL.test(text) &&
  (!TOKEN.test(text) || isPublicId(text));

/** User info and the query of a URL hold passwords and tokens. */
const isPrivateUrl = (text: string): boolean => text.includes("//") && /[@?]/.test(text);

const isSecretPlace = (path: readonly string[], text: string): boolean =>
  CHOICES.has(path.at(-1) ?? "") ? !/\p{L}/u.test(text) : path.some((name) => SECRET_PARENTS.has(name));
