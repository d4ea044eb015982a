import ipaddr from "ipaddr.js";

/** What an address may be used for: anyone's endpoint, an operator's own machine, or nothing. */
export type AddressKind = "global" | "loopback" | "refused";

/**
 * What `ipaddr.js` calls unicast and is not for anyone's endpoint all the same. Its own ranges are trusted
 * for the rest, and for IPv6 only 2000::/3 is looked at: everything else is no global unicast (RFC 4291 §2.4).
 */
const NEVER_V4 = [
  "0.0.0.0/8",
  "192.0.0.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.175.48.0/24",
  "240.0.0.0/4",
  // Azure's platform address: a public one that every machine there reaches its metadata under.
  "168.63.129.16/32",
].map((cidr) => ipaddr.IPv4.parseCIDR(cidr));

const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR("2000::/3");
const NEVER_V6 = [
  // IETF protocol assignments: Teredo, benchmarking, ORCHID and what is to come.
  "2001::/23",
  "2001:db8::/32",
  // 6to4: carries an IPv4 address of any kind.
  "2002::/16",
  "3ffe::/16",
  "3fff::/20",
].map((cidr) => ipaddr.IPv6.parseCIDR(cidr));

/** Of an address as a resolver or a URL gives it; anything that cannot be read as one is refused. */
export function kindOf(address: string): AddressKind {
  // A zone names an interface of this machine.
  if (address.includes("%")) return "refused";
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return kindOfV4(ipaddr.IPv4.parse(address));
  if (!ipaddr.IPv6.isValid(address)) return "refused";
  return kindOfV6(ipaddr.IPv6.parse(address));
}

function kindOfV4(address: ipaddr.IPv4): AddressKind {
  const range = address.range();
  if (range === "loopback") return "loopback";
  if (range !== "unicast" || NEVER_V4.some((cidr) => address.match(cidr))) return "refused";
  return "global";
}

/** Mapped, translated and tunnelled IPv4 addresses are refused whatever they lead to: no host needs one. */
function kindOfV6(address: ipaddr.IPv6): AddressKind {
  if (address.range() === "loopback") return "loopback";
  if (address.range() !== "unicast" || !address.match(GLOBAL_UNICAST_V6)) return "refused";
  return NEVER_V6.some((cidr) => address.match(cidr)) ? "refused" : "global";
}
