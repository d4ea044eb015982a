import { charactersBeyond, shownCharacter } from "./characters.ts";
import { hostFlaw } from "./host-flaw.ts";

const WITH_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

/** What a URL of each format begins with. */
const BEGINNINGS: Readonly<Record<string, readonly [right: RegExp, rule: string]>> = {
  "return-url": [/^https:\/\//i, "It must begin with https://."],
  "webhook-url": [
    /^https?:\/\//i,
    "It must begin with https://, or with http:// where it is on your own machine.",
  ],
};

/** The characters that RFC 3986 takes after a host, where the first # is besides. */
const AFTER_HOST = /^[A-Za-z0-9._~!$&'()*+,;=:@/?%-]$/;
const LONE_PERCENT = /%(?![0-9A-Fa-f]{2})/;
/** More escapes are not listed: the rule is plain by then. */
const ESCAPES_MAX = 3;

/** The first thing that is wrong with a URL, of formats of URLs; undefined where it is none that can be told. */
export function urlFlaw(format: string | undefined, text: string): string | undefined {
  const beginning = BEGINNINGS[format ?? ""];
  if (beginning === undefined) return undefined;
  const [right, rule] = beginning;
  if (!right.test(text)) return rule;
  if (/\s/.test(text)) return "It has white space: write a space as %20.";
  const bare = text.replace(WITH_SCHEME, "");
  if (/^[^/?#]*@/.test(bare)) return "It has a user name before its host: take out the part up to the @.";
  if (format === "webhook-url" && text.includes("#"))
    return "It has a fragment: take out the # and what follows it.";
  const [authority = ""] = bare.split(/[/?#]/, 1);
  return hostFlaw(authority) ?? escapeFlaw(bare.slice(authority.length));
}

/** What has to be written otherwise after a host. */
function escapeFlaw(rest: string): string | undefined {
  const wrong = charactersBeyond(AFTER_HOST, rest.replace("#", ""));
  if (wrong.length > 0) {
    const escapes = wrong
      .slice(0, ESCAPES_MAX)
      .map((character) => `${shownCharacter(character)} as ${encodeURIComponent(character)}`);
    const what = wrong.length === 1 ? "a character that has" : "characters that have";
    return `It has ${what} to be escaped: write ${listed(escapes, wrong.length > ESCAPES_MAX)}.`;
  }
  return LONE_PERCENT.test(rest)
    ? "It has a % that two hexadecimal digits do not follow: write % itself as %25."
    : undefined;
}

const listed = (texts: readonly string[], isCut: boolean): string =>
  isCut ? `${texts.join(", ")} and so on` : texts.join(", ").replace(/, ([^,]*)$/, " and $1");
