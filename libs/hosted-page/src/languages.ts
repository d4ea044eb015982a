/** Languages of the payer's pages; the first is what anybody else is shown. */
export const LANGUAGES = ["en", "de", "fr", "es", "it", "pl"] as const;
export type Language = (typeof LANGUAGES)[number];

export const isLanguage = (text: unknown): text is Language =>
  LANGUAGES.some((language) => language === text);

/** Longer headers are cut: nobody prefers that many languages. */
const HEADER_MAX = 500;

/** The language a browser asks for most (RFC 9110 §12.5.4), by primary tag: `de-CH` is `de`. */
export function acceptedLanguage(header: string | undefined): Language {
  let best: { readonly language: Language; readonly weight: number } | undefined;
  for (const item of (header ?? "").slice(0, HEADER_MAX).split(",")) {
    const [range = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
    const [primary] = range.split("-", 1);
    const weight = weightOf(parameters);
    // Of two that weigh the same the first one counts.
    if (isLanguage(primary) && weight > (best?.weight ?? 0)) best = { language: primary, weight };
  }
  return best?.language ?? LANGUAGES[0];
}

function weightOf(parameters: readonly string[]): number {
  const q = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  if (q === undefined) return 1;
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(q) ? Number(q) : 0;
}
