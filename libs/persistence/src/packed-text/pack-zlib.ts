import { deflateSync, inflateSync } from "node:zlib";
import { DICTIONARY_1 } from "./dictionary-1.ts";

const DICTIONARY = Buffer.from(DICTIONARY_1);

/** The window holds dictionary and text; less memory than zlib takes by itself halves what a call costs. */
const CHEAP = { windowBits: 12, memLevel: 4, chunkSize: 1024 };

/** Any text as zlib (RFC 1950) writes it, begun on a dictionary, with checksums of both. */
export const packZlib = (text: string): Buffer => deflateSync(text, { ...CHEAP, dictionary: DICTIONARY });

/** Errors: zlib's own for bytes that were harmed. */
export const unpackZlib = (packed: Buffer): string =>
  inflateSync(packed, { dictionary: DICTIONARY, chunkSize: 4096 }).toString();
