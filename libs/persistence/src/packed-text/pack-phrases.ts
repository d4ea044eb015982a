import { crc32 } from "node:zlib";
import { PHRASES_2 } from "./phrases-2.ts";

/** Before the second byte of what takes two. */
const TWO_BYTES = "\u001F";
const FIRST_SECOND_BYTE = 0x20;
const CHECKSUM_BYTES = 4;

const { short, long } = PHRASES_2;
const CODES: ReadonlyMap<string, string> = new Map([
  ...short.map((phrase, index): [string, string] => [phrase, String.fromCharCode(index + 1)]),
  ...long.map((phrase, index): [string, string] => [
    phrase,
    TWO_BYTES + String.fromCharCode(FIRST_SECOND_BYTE + index),
  ]),
]);
const PHRASES: ReadonlyMap<string, string> = new Map([...CODES].map(([phrase, code]) => [code, phrase]));

/** The longest first: where two begin, it is the one that says more. */
export const ANY_PHRASE = new RegExp(
  [...CODES.keys()]
    .toSorted((one, other) => other.length - one.length)
    .map((phrase) => phrase.replaceAll(/[^\w",: ]/g, "\\$&"))
    .join("|"),
  "g",
);
const ANY_CODE = new RegExp(`${TWO_BYTES}.|\\p{Cc}`, "gu");
const CODE_LIKE = /\p{Cc}/u;

/** A text without the characters that codes are made of, which JSON hardly ever has. */
export const canPackPhrases = (text: string): boolean => !CODE_LIKE.test(text);

/** A checksum of the text, and the text with codes for the phrases that it has. */
export function packPhrases(text: string): Buffer {
  const checksum = Buffer.allocUnsafe(CHECKSUM_BYTES);
  checksum.writeUInt32LE(crc32(text));
  return Buffer.concat([
    checksum,
    Buffer.from(text.replace(ANY_PHRASE, (phrase) => CODES.get(phrase) ?? phrase)),
  ]);
}

/** Errors: one for bytes that are not what was packed. */
export function unpackPhrases(packed: Buffer): string {
  const text = packed.toString("utf8", CHECKSUM_BYTES).replace(ANY_CODE, (code) => PHRASES.get(code) ?? code);
  if (packed.length < CHECKSUM_BYTES || crc32(text) !== packed.readUInt32LE())
    throw new Error("a packed text was harmed: its checksum is another");
  return text;
}
