import { charsetOf, isJsonType } from "../http/media-type.ts";
import { looksSecret } from "../validation/harmless-name.ts";

/** Of a character set, as IANA registers them. */
const CHARSET_NAME = /^[A-Za-z0-9_.:+()-]{1,40}$/;
const NAME = /^[A-Za-z0-9!#$&^_.+/-]{1,80}$/;

export const JSON_WANTED = "Send JSON with Content-Type: application/json.";
export const UTF8_WANTED = "Send JSON in UTF-8.";

/** Why a body of this Content-Type is not read. A name alone is repeated, and only if it is one. */
export function explainMediaType(contentType: string | undefined): string {
  if (contentType === undefined || contentType.trim() === "")
    return `The request has no Content-Type. ${JSON_WANTED}`;
  if (isJsonType(contentType))
    return `The Content-Type names ${shownCharset(charsetOf(contentType))}, which is not read. ${UTF8_WANTED}`;
  const name = contentType.split(";", 1)[0]?.trimEnd() ?? "";
  const shown = isShown(NAME, name) ? ` ${name}` : "";
  const form = name.toLowerCase().includes("form") ? " The fields of a form are not read here." : "";
  return `The Content-Type${shown} is not read.${form} ${JSON_WANTED}`;
}

const shownCharset = (charset = ""): string =>
  isShown(CHARSET_NAME, charset) ? `the character set ${charset}` : "a character set";

const isShown = (form: RegExp, name: string): boolean => form.test(name) && !looksSecret(name);
