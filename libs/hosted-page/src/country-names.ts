import { COUNTRY_CODES } from "@flowlix/contracts";
import type { Language } from "./languages.ts";

export interface CountryName {
  readonly code: string;
  readonly name: string;
}

function namesIn(language: Language): readonly CountryName[] {
  const names = new Intl.DisplayNames(language, { type: "region" });
  const { compare } = new Intl.Collator(language);
  return COUNTRY_CODES.map((code) => ({ code, name: names.of(code) ?? code })).toSorted((a, b) =>
    compare(a.name, b.name),
  );
}

const known = new Map<Language, readonly CountryName[]>();

/** Every country of ISO 3166-1 by its name in a language, in the order of that language. */
export function countryNames(language: Language): readonly CountryName[] {
  const names = known.get(language) ?? namesIn(language);
  known.set(language, names);
  return names;
}
