const OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";

export const IPV4 = `(?:${OCTET}\\.){3}${OCTET}`;
export const IPV6 = ipv6();

/** RFC 3986, section 3.2.2. */
function ipv6(): string {
  const group = "[0-9A-Fa-f]{1,4}";
  const last = `(?:${group}:${group}|${IPV4})`;
  const before = (most: number) => `(?:(?:${group}:){0,${most}}${group})?::`;
  return [
    `(?:${group}:){6}${last}`,
    `::(?:${group}:){5}${last}`,
    ...[4, 3, 2, 1, 0].map((after) => `${before(4 - after)}(?:${group}:){${after}}${last}`),
    `${before(5)}${group}`,
    before(6),
  ].join("|");
}
