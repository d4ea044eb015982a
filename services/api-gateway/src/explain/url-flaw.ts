const WITH_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

/** What a URL of each format begins with. */
const BEGINNINGS: Readonly<Record<string, readonly [right: RegExp, told: string]>> = {
  "return-url": [/^https:\/\//i, "It must begin with https://."],
  "webhook-url": [
    /^https?:\/\//i,
    "It must begin with https://, or with http:// where it is on your own machine.",
  ],
};

/** The first thing that is wrong with a URL, of formats of URLs; undefined where it is none that can be told. */
export function urlFlaw(format: string | undefined, text: string): string | undefined {
  const beginning = BEGINNINGS[format ?? ""];
  if (beginning === undefined) return undefined;
  const [right, told] = beginning;
  if (!right.test(text)) return told;
  if (/\s/.test(text)) return "It has white space: write a space as %20.";
  if (/^[^/?#]*@/.test(text.replace(WITH_SCHEME, "")))
    return "It has a user name before its host: take out the part up to the @.";
  if (format === "webhook-url" && text.includes("#"))
    return "It has a fragment: take out the # and what follows it.";
  return undefined;
}
