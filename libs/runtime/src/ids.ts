import { randomFillSync } from "node:crypto";
import { ID_PREFIXES, isId, type IdKind } from "@flowlix/contracts";

/** In the order of their code points, so that ids sort by time. */
const BASE_62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const TIME_LENGTH = 8;
const RANDOM_LENGTH = 16;

/** One system call gives the randomness of about 250 ids. */
const pool = Buffer.alloc(4096);
let used = pool.length;

/**
 * A new public id: prefix, eight characters of the time in milliseconds so that inserts stay local in
 * an index (docs/design/architecture.md#ids), and sixteen random ones (95 bits).
 */
export function newId(kind: IdKind): string {
  return `${ID_PREFIXES[kind]}_${timePart(Date.now())}${randomPart()}`;
}

/**
 * The id of what a request makes: the request's own under another prefix, so that either leads to the other and nothing
 * has to be stored for it. A request makes one object. Of a request whose id is not of our shape it is a new id.
 */
export const idAfterRequest = (kind: IdKind, requestId: string): string =>
  isId("request", requestId)
    ? `${ID_PREFIXES[kind]}${requestId.slice(ID_PREFIXES.request.length)}`
    : newId(kind);

/** The request that an id was made after, where it was (`idAfterRequest`). */
export const requestOfId = (id: string): string => `${ID_PREFIXES.request}${id.slice(id.indexOf("_"))}`;

/** When an id was made, in milliseconds of the clock of the process that made it. Of one of our shape (`idPattern`). */
export function timeOfId(id: string): number {
  const from = id.indexOf("_") + 1;
  let ms = 0;
  for (const digit of id.slice(from, from + TIME_LENGTH)) ms = ms * 62 + BASE_62.indexOf(digit);
  return ms;
}

function timePart(ms: number): string {
  let text = "";
  for (let rest = ms, at = 0; at < TIME_LENGTH; at += 1) {
    text = BASE_62.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

function randomPart(): string {
  let text = "";
  while (text.length < RANDOM_LENGTH) {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    // Six bits; 62 and 63 are thrown away, because folding them back would favour two characters.
    const sextet = (pool[used] ?? 0) & 63;
    used += 1;
    if (sextet < 62) text += BASE_62.charAt(sextet);
  }
  return text;
}
