import { deflateSync, inflateSync } from "node:zlib";
import { DICTIONARY_1 } from "./dictionary-1.ts";

/**
 * A text as the database keeps it in fewer bytes (docs/decisions/0110-texts-are-packed.md): a byte that names the
 * format, and the text as zlib (RFC 1950) writes it, begun on a dictionary. zlib adds checksums of dictionary and text,
 * so that what is unpacked is what was packed, byte for byte, or an error.
 */
const FORMATS: ReadonlyMap<number, Buffer> = new Map([[1, Buffer.from(DICTIONARY_1)]]);

/** What is written. A later one comes with a release that reads it and is written by the next. */
const WRITTEN = 1;

/** The window holds dictionary and text; less memory than zlib takes by itself halves what a call costs. */
const CHEAP = { windowBits: 12, memLevel: 4, chunkSize: 1024 };

/** Texts of an answer or an event become a quarter of themselves, in some 25 µs. */
export function packText(text: string): Buffer {
  const dictionary = dictionaryOf(WRITTEN);
  return Buffer.concat([Buffer.of(WRITTEN), deflateSync(text, { ...CHEAP, dictionary })]);
}

/** Errors: one that names the format of another release, and zlib's own for bytes that were harmed. */
export function unpackText(packed: Buffer): string {
  const dictionary = dictionaryOf(packed[0]);
  return inflateSync(packed.subarray(1), { dictionary, chunkSize: 4096 }).toString();
}

/** What a row has of a text: plain, from before or while releases are mixed, or packed. Errors: as `unpackText`. */
export const plainText = (plain: string | null, packed: Buffer | null): string | null =>
  packed === null ? plain : unpackText(packed);

function dictionaryOf(format: number | undefined): Buffer {
  const dictionary = format === undefined ? undefined : FORMATS.get(format);
  if (dictionary === undefined)
    throw new Error(`a packed text has format ${format ?? "none"}, which this release cannot read`);
  return dictionary;
}
