import type { IncomingHttpHeaders } from "node:http";
import { BrowserInformation } from "@flowlix/contracts";
import { compileSchema } from "@flowlix/runtime";
import type { Language } from "./languages.ts";
import type { FormInput } from "./form-input.ts";

/** Hidden inputs that a script fills in; without scripts they stay empty. */
export const BROWSER_FIELDS = [
  "browser-screen-width",
  "browser-screen-height",
  "browser-color-depth",
  "browser-language",
  "browser-time-zone-offset",
  "browser-java-enabled",
] as const;

const isBrowserInformation = compileSchema<BrowserInformation>(BrowserInformation);

const integer = (text: string): number => (/^-?[0-9]{1,6}$/.test(text) ? Number(text) : Number.NaN);

/**
 * What the issuer may want to know of the payer's browser (docs/design/specification.md#browser-information): all nine
 * values, or nothing where one is missing or out of bounds. A browser has no use for a message about it. A language
 * that the payer chose by name is told instead of the browser's: the bank is to speak it too.
 */
export function browserInformation(
  form: FormInput,
  headers: IncomingHttpHeaders,
  chosenLanguage?: Language,
): BrowserInformation | undefined {
  const information: unknown = {
    accept_header: headers.accept,
    javascript_enabled: true,
    screen_width: integer(form.get("browser-screen-width")),
    screen_height: integer(form.get("browser-screen-height")),
    color_depth: integer(form.get("browser-color-depth")),
    user_agent: headers["user-agent"],
    language: chosenLanguage ?? form.get("browser-language"),
    time_zone_offset: integer(form.get("browser-time-zone-offset")),
    java_enabled: form.get("browser-java-enabled") === "true",
  };
  return isBrowserInformation(information) ? information : undefined;
}
