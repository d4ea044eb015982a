import { domainToASCII } from "node:url";
import { isHarmlessText } from "./shown-value.ts";

const WITH_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

/** What a URL of each format begins with. */
const BEGINNINGS: Readonly<Record<string, readonly [right: RegExp, rule: string]>> = {
  "return-url": [/^https:\/\//i, "It must begin with https://."],
  "webhook-url": [
    /^https?:\/\//i,
    "It must begin with https://, or with http:// where it is on your own machine.",
  ],
};

/** The characters that RFC 3986 takes in a host with its port, and after it, where the first # is besides. */
const IN_HOST = /^[A-Za-z0-9._~!$&'()*+,;=:[\]%-]$/;
const AFTER_HOST = /^[A-Za-z0-9._~!$&'()*+,;=:@/?%-]$/;
/** What DNS knows. */
const HOST_NAME = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;
const BEYOND_ASCII = /\P{ASCII}/u;
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
  return (
    hostFlaw(authority) ?? escapeFlaw(bare.slice(authority.length)) ?? "Its host or its port is not valid."
  );
}

function hostFlaw(authority: string): string | undefined {
  if (authority === "") return "It has no host.";
  if (BEYOND_ASCII.test(authority)) {
    const ascii = domainToASCII(authority.replace(/:[0-9]*$/, ""));
    const remedy = HOST_NAME.test(ascii) && isHarmlessText(ascii) ? `: write the host as ${ascii}` : "";
    return `Its host has characters beyond ASCII${remedy}.`;
  }
  const [wrong] = othersThan(IN_HOST, authority);
  return wrong === undefined ? undefined : `Its host has a character that no host has: ${shown(wrong)}.`;
}

/** What has to be written otherwise after a host. */
function escapeFlaw(rest: string): string | undefined {
  const wrong = othersThan(AFTER_HOST, rest.replace("#", ""));
  if (wrong.length > 0) {
    const escapes = wrong
      .slice(0, ESCAPES_MAX)
      .map((character) => `${shown(character)} as ${encodeURIComponent(character)}`);
    const what = wrong.length === 1 ? "a character that has" : "characters that have";
    return `It has ${what} to be escaped: write ${listed(escapes, wrong.length > ESCAPES_MAX)}.`;
  }
  return LONE_PERCENT.test(rest)
    ? "It has a % that two hexadecimal digits do not follow: write % itself as %25."
    : undefined;
}

const othersThan = (allowed: RegExp, text: string): string[] => [
  ...new Set(Array.from(text).filter((character) => !allowed.test(character))),
];

const listed = (texts: readonly string[], isCut: boolean): string =>
  isCut ? `${texts.join(", ")} and so on` : texts.join(", ").replace(/, ([^,]*)$/, " and $1");

/** A character that cannot be seen is named by its number. */
const shown = (character: string): string =>
  /\p{C}/u.test(character)
    ? `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`
    : character;
