import { looksSecret } from "../validation/harmless-name.ts";

const NAME = /^[A-Za-z0-9!#$&^_.+/-]{1,80}$/;

/** Why a body of this Content-Type is not read. The name alone is repeated, and only if it is one. */
export function explainMediaType(contentType: string | undefined): string {
  const wanted = "Send JSON with Content-Type: application/json.";
  if (contentType === undefined || contentType.trim() === "")
    return `The request has no Content-Type. ${wanted}`;
  const name = contentType.split(";", 1)[0]?.trim() ?? "";
  if (name.toLowerCase() === "application/json")
    return "The Content-Type names a character set that is not UTF-8. Send JSON in UTF-8.";
  const shown = NAME.test(name) && !looksSecret(name) ? ` ${name}` : "";
  const form = name.toLowerCase().includes("form") ? " The fields of a form are not read here." : "";
  return `The Content-Type${shown} is not read.${form} ${wanted}`;
}
