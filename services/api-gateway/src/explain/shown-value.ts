import { isText } from "@flowlix/runtime";
import { looksSecret } from "../validation/harmless-name.ts";

/** Longer texts are counted instead of repeated. */
const SHOWN_MAX = 60;
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/;
/** Parts of a card and of a wallet's token are under these names, in any request. */
const SECRET_PARENTS: ReadonlySet<string> = new Set([
  "card",
  "apple_pay",
  "google_pay",
  "data",
  "destination",
]);
/** Of what is under them, these name a choice and hold nothing of a card. */
const CHOICES: ReadonlySet<string> = new Set(["type", "format", "auth_method"]);

/**
 * What was sent, in words for the one who sent it. A value that could be secret is named by its kind alone: whatever
 * is under a card, what has as many digits as a card number, and what looks like a key
 * (docs/design/decisions.md#explained-faults).
 */
export function shownValue(value: unknown, path: readonly string[]): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return "a list";
  if (typeof value !== "string" && typeof value !== "number") return "an object";
  const text = String(value);
  const shown = !isSecretPlace(path) && isHarmlessText(text);
  if (typeof value === "number") return shown ? `the number ${text}` : "a number";
  if (text === "") return "an empty text";
  return shown ? `the text ${JSON.stringify(text)}` : `a text of ${Array.from(text).length} characters`;
}

/** Whether a text of a client may be repeated to it. */
export const isHarmlessText = (text: string): boolean =>
  text.length <= SHOWN_MAX && isText(text) && !CONTROL_CHARACTER.test(text) && !looksSecret(text);

const isSecretPlace = (path: readonly string[]): boolean =>
  path.slice(0, -1).some((name) => SECRET_PARENTS.has(name)) && !CHOICES.has(path.at(-1) ?? "");
