import { IPV4, IPV6 } from "./address-patterns.ts";

/*
 * The rule of URLs, which the OpenAPI document publishes and the gateway checks by. What it takes a browser takes too,
 * and reads as it is written.
 */

/** Underscores and hyphens at either end stand in hosts that browsers reach, whatever registrars sell. */
const LABEL = "[A-Za-z0-9_-]{1,63}";
const MORE = "[A-Za-z0-9_-]{0,62}";
/** Of a last label that is a number, decimal or after 0x, a browser makes an IPv4 address. */
const LAST_LABEL =
  `(?:[A-Za-z]${MORE}|[0-9]{1,62}[A-WYZa-wyz_-]${MORE}|` +
  `(?:[1-9]|[0-9]{2,62})[Xx]${MORE}|0[Xx][0-9A-Fa-f]{0,62}[G-Zg-z_-]${MORE})`;
/** A name, with the dot of the root or without, or an address. */
const HOST = `(?:(?:${LABEL}\\.)*${LAST_LABEL}\\.?|${IPV4}|\\[(?:${IPV6})\\])`;
/** None after the colon is that of the scheme. */
const PORT = "(?::(?:[0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])?)?";
const characters = (more: string) => `(?:[A-Za-z0-9._~!$&'()*+,;=:@/${more}-]|%[0-9A-Fa-f]{2})*`;
const PATH = `(?:/${characters("")})?(?:\\?${characters("?")})?`;

export const RETURN_URL_PATTERN = `^[Hh][Tt][Tt][Pp][Ss]://${HOST}${PORT}${PATH}(?:#${characters("?")})?$`;
export const WEBHOOK_URL_PATTERN = `^[Hh][Tt][Tt][Pp][Ss]?://${HOST}${PORT}${PATH}$`;
