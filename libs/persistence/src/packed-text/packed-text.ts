import { canPackPhrases, packPhrases, unpackPhrases } from "./pack-phrases.ts";
import { packZlib, unpackZlib } from "./pack-zlib.ts";

const ZLIB = 1;
const PHRASES = 2;

/**
 * A text as the database keeps it in fewer bytes (docs/decisions/0116-phrases-are-packed.md): a byte that names the
 * format, and the text in it. Each has a checksum, so that what is unpacked is what was packed, byte for byte, or an
 * error. A further one comes with a release that reads it and is written by the next.
 */
const UNPACK: ReadonlyMap<number, (packed: Buffer) => string> = new Map([
  [ZLIB, unpackZlib],
  [PHRASES, unpackPhrases],
]);

/** Texts of an answer or an event become a quarter of themselves, in some 7 µs; what is no JSON takes 25. */
export function packText(text: string): Buffer {
  const [format, packed] = canPackPhrases(text) ? [PHRASES, packPhrases(text)] : [ZLIB, packZlib(text)];
  return Buffer.concat([Buffer.of(format), packed]);
}

/** Errors: one that names the format of another release, and the format's own for bytes that were harmed. */
export function unpackText(packed: Buffer): string {
  const unpack = UNPACK.get(packed[0] ?? 0);
  if (unpack === undefined)
    throw new Error(`a packed text has format ${packed[0] ?? "none"}, which this release cannot read`);
  return unpack(packed.subarray(1));
}

/** What a row has of a text: plain, from before or while releases are mixed, or packed. Errors: as `unpackText`. */
export const plainText = (plain: string | null, packed: Buffer | null): string | null =>
  packed === null ? plain : unpackText(packed);
