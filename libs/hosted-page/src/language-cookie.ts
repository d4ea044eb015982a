import { isLanguage, type Language } from "./languages.ts";
import type { PublicAddress } from "./public-address.ts";

const NAME = "flowlix_lang";
const DAY_S = 86_400;

/**
 * Remembers a language that the payer chose by name, for the way back from the bank, which brings no
 * query along. Holds two letters and nothing about anybody; never set unless asked for.
 */
export function languageCookie(
  language: Language,
  { basePath, secure }: PublicAddress,
): Readonly<Record<string, string>> {
  const attributes = [
    `${NAME}=${language}`,
    `Path=${basePath}/`,
    `Max-Age=${DAY_S}`,
    "HttpOnly",
    "SameSite=Lax",
    ...(secure ? ["Secure"] : []),
  ];
  return { "Set-Cookie": attributes.join("; ") };
}

export function languageOfCookie(header: string | undefined): Language | undefined {
  const value = (header ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${NAME}=`))
    ?.slice(NAME.length + 1);
  return isLanguage(value) ? value : undefined;
}
