import { isIP } from "node:net";
import { domainToASCII } from "node:url";
import { charactersBeyond, shownCharacter } from "./characters.ts";
import { isHarmlessText } from "./shown-value.ts";

const IN_NAME = /^[A-Za-z0-9._-]$/;
/** What DNS knows. */
const HOST_NAME = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;
const BEYOND_ASCII = /\P{ASCII}/u;
/** What no name ends with: a browser makes an address of a number. */
const NO_END = /^(?:[0-9]+|0[xX][0-9A-Fa-f]*|[0-9]{21}.*|0[xX][0-9A-Fa-f]{21}.*|[_-].*)$/;
const LABEL_MAX = 63;
const DIGITS = /^[0-9]*$/;
const PORT_MAX = 65_535;
/** Those before a port that the rule of URLs takes. */
const ZEROS_MAX = 8;

/** The first thing that is wrong with the host of a URL, or with its port. */
export function hostFlaw(authority: string): string | undefined {
  if (BEYOND_ASCII.test(authority)) {
    const ascii = domainToASCII(authority.replace(/:[0-9]*$/, ""));
    const remedy = HOST_NAME.test(ascii) && isHarmlessText(ascii) ? `: write the host as ${ascii}` : "";
    return `Its host has characters beyond ASCII${remedy}.`;
  }
  if (isIP(authority) === 6) return "Its host is an IPv6 address, which stands in brackets.";
  const [, address, afterAddress] = /^\[([^[\]]*)\](.*)$/.exec(authority) ?? [];
  if (address !== undefined)
    return isIP(address) === 6 && !address.includes("%")
      ? portFlaw(afterAddress ?? "")
      : "Its host is in brackets and no IPv6 address.";
  const [name = ""] = authority.split(":", 1);
  return nameFlaw(name) ?? portFlaw(authority.slice(name.length));
}

function nameFlaw(name: string): string | undefined {
  if (name === "") return "It has no host.";
  const [wrong] = charactersBeyond(IN_NAME, name);
  if (wrong !== undefined) return `Its host has a character that no host has: ${shownCharacter(wrong)}.`;
  if (name.startsWith(".")) return "Its host begins with a dot.";
  const labels = name.replace(/\.$/, "").split(".");
  if (labels.includes("")) return "Its host has two dots side by side.";
  if (labels.some((label) => label.length > LABEL_MAX))
    return `A part of its host is longer than ${LABEL_MAX} characters.`;
  return isIP(name) !== 4 && NO_END.test(labels.at(-1) ?? "")
    ? "Its host is no IPv4 address, and the last part of a name begins with a letter, or with up to 20 digits and something else."
    : undefined;
}

/** What comes after the host: nothing, or a colon and a port that may be left out. */
function portFlaw(rest: string): string | undefined {
  const port = rest.slice(1);
  if (rest !== "" && !(rest.startsWith(":") && DIGITS.test(port) && Number(port) <= PORT_MAX))
    return `After its host comes a colon and a port, which is a number up to ${PORT_MAX}, or the path.`;
  const zeros = port.length - port.replace(/^0+/, "").length;
  return zeros > ZEROS_MAX
    ? `Its port begins with ${zeros} zeros, where at most ${ZEROS_MAX} are taken: leave them out.`
    : undefined;
}
