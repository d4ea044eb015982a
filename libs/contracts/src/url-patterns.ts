import { IPV4, IPV6 } from "./address-patterns.ts";

/*
 * The rule of URLs, which the OpenAPI document publishes and the gateway checks by. What it takes a browser reads as it
 * is written, but for a label that looks like punycode and is none.
 */

/** Underscores and hyphens at either end stand in hosts that browsers reach, whatever registrars sell. */
const LABEL = "[A-Za-z0-9_-]{1,63}";
const upTo = (length: number) => `[A-Za-z0-9_-]{0,${length}}`;
/**
 * Of a last label that is a number, decimal or after 0x, a browser makes an IPv4 address. At most twenty digits begin
 * another one, so that its length can be told by an expression.
 */
const LAST_LABEL =
  `(?:[A-Za-z]${upTo(62)}|[0-9]{1,20}[A-WYZa-wyz_-]${upTo(42)}|` +
  `(?:[1-9]|[0-9]{2,20})[Xx]${upTo(42)}|0[Xx][0-9A-Fa-f]{0,20}[G-Zg-z_-]${upTo(40)})`;
/** A name, with the dot of the root or without, or an address. */
const HOST = `(?:(?:${LABEL}\\.)*${LAST_LABEL}\\.?|${IPV4}|\\[(?:${IPV6})\\])`;
/** After the colon may stand nothing: the port is that of the scheme. */
const PORT =
  "(?::0{0,8}(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])?)?";
const characters = (more: string) => `(?:[A-Za-z0-9._~!$&'()*+,;=:@/${more}-]|%[0-9A-Fa-f]{2})*`;
const PATH = `(?:/${characters("")})?(?:\\?${characters("?")})?`;

export const RETURN_URL_PATTERN = `^[Hh][Tt][Tt][Pp][Ss]://${HOST}${PORT}${PATH}(?:#${characters("?")})?$`;
export const WEBHOOK_URL_PATTERN = `^[Hh][Tt][Tt][Pp][Ss]?://${HOST}${PORT}${PATH}$`;
