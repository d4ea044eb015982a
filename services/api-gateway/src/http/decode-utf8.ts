import { isUtf8 } from "node:buffer";

/**
 * Text of a body. Bytes that are not UTF-8 become lone surrogates, one each (U+DC80 to U+DCFF), instead
 * of the replacement character: so the text they stand in is ill-formed and its own field is reported,
 * rather than silently changed (docs/design/decisions.md#text).
 */
export function decodeUtf8(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString("utf8") : decodeIllFormed(bytes);
}

const SURROGATE_BASE = 0xdc00;

function decodeIllFormed(bytes: Buffer): string {
  let text = "";
  let start = 0;
  for (let index = 0; index < bytes.length;) {
    const length = sequenceLength(bytes, index);
    if (length > 0) {
      index += length;
      continue;
    }
    text += bytes.toString("utf8", start, index) + String.fromCharCode(SURROGATE_BASE + (bytes[index] ?? 0));
    index += 1;
    start = index;
  }
  return text + bytes.toString("utf8", start);
}

/** Length of the well-formed sequence that starts here; 0 where none does. */
function sequenceLength(bytes: Buffer, index: number): number {
  const first = bytes[index] ?? 0;
  const length =
    first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (length === 0 || index + length > bytes.length) return 0;
  return isUtf8(bytes.subarray(index, index + length)) ? length : 0;
}
