import { scrubLine } from "@flowlix/runtime";

export const PREFIX_BYTES_MAX = 256;

/**
 * How an answer's body began, to be shown to its merchant: printable, and without anything that looks like a
 * card number; null where there was nothing.
 */
export function responsePrefix(bytes: Buffer): string | null {
  if (bytes.length === 0) return null;
  const text = new TextDecoder().decode(bytes.subarray(0, PREFIX_BYTES_MAX));
  return scrubLine(text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ".")).slice(0, PREFIX_BYTES_MAX);
}
