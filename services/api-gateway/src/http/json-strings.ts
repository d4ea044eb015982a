export const QUOTE = '"';
const BACKSLASH = 0x5c;

/** Where a string of a JSON text ends: the first quote from there on that an even number of backslashes is before. */
export function endOfString(text: string, from: number): number {
  for (let end = text.indexOf(QUOTE, from); ; end = text.indexOf(QUOTE, end + 1)) {
    let before = end;
    while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
}
