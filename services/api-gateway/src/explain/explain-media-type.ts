import { looksSecret } from "../validation/harmless-name.ts";

/** Of a character set, as IANA registers them. */
const CHARSET = /;\s*charset\s*=\s*"?([A-Za-z0-9_.:+()-]{1,40})"?\s*(?:;|$)/i;
const NAME = /^[A-Za-z0-9!#$&^_.+/-]{1,80}$/;

/** Why a body of this Content-Type is not read. A name alone is repeated, and only if it is one. */
export function explainMediaType(contentType: string | undefined): string {
  const wanted = "Send JSON with Content-Type: application/json.";
  if (contentType === undefined || contentType.trim() === "")
    return `The request has no Content-Type. ${wanted}`;
  const name = contentType.split(";", 1)[0]?.trim() ?? "";
  if (name.toLowerCase() === "application/json") {
    const charset = CHARSET.exec(contentType)?.[1];
    const what =
      charset === undefined || looksSecret(charset) ? "a character set" : `the character set ${charset}`;
    return `The Content-Type names ${what}, which is not read. Send JSON in UTF-8.`;
  }
  const shown = NAME.test(name) && !looksSecret(name) ? ` ${name}` : "";
  const form = name.toLowerCase().includes("form") ? " The fields of a form are not read here." : "";
  return `The Content-Type${shown} is not read.${form} ${wanted}`;
}
