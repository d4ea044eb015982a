/** No line of a statement is nearly as long; nothing a provider sends may fill our memory. */
const LINE_CHARACTERS_MAX = 8 * 1024;
const LINES_AT_ONCE = 1_000;

/** What was sent is not text in lines of a bounded length. */
export class NotLines extends Error {
  override name = "NotLines";
}

/**
 * The lines of an answer that comes in pieces, some at a time; blank ones are left out. Throws NotLines for what is
 * no UTF-8, and for a line that is too long.
 */
export async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decoded = (piece?: Uint8Array): string => {
    try {
      return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
    } catch (cause) {
      throw new NotLines("not UTF-8", { cause });
    }
  };
  let rest = "";
  let lines: string[] = [];
  for await (const piece of pieces) {
    const parts = (rest + decoded(piece)).split("\n");
    rest = parts.pop() ?? "";
    for (const line of parts) {
      if (line.length > LINE_CHARACTERS_MAX) throw new NotLines("a line is too long");
      if (line.trim() !== "") lines.push(line);
      if (lines.length === LINES_AT_ONCE) {
        yield lines;
        lines = [];
      }
    }
    if (rest.length > LINE_CHARACTERS_MAX) throw new NotLines("a line is too long");
  }
  rest += decoded();
  if (rest.trim() !== "") lines.push(rest);
  if (lines.length > 0) yield lines;
}
