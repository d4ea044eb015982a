import { endOfString, QUOTE } from "./json-strings.ts";

const COLON = 0x3a;
const BLANK = 0x20;

/**
 * Whether a name stands twice in one object of a JSON text. `JSON.parse` keeps the last of the two alone, so the value
 * that it made has fewer names than the text. Counting both reads no name and takes one pass over each: this is on the
 * way of every create (docs/design/measured-facts.md#micro-costs).
 */
export const hasRepeatedName = (text: string, value: unknown): boolean => namesIn(text) !== namesOf(value);

/** Of a text that is JSON: the strings that a colon follows. */
function namesIn(text: string): number {
  let count = 0;
  for (let start = text.indexOf(QUOTE); start !== -1;) {
    let next = endOfString(text, start + 1) + 1;
    // Of white space JSON has the blank, and three characters below it.
    while (text.charCodeAt(next) <= BLANK) next += 1;
    if (text.charCodeAt(next) === COLON) count += 1;
    start = text.indexOf(QUOTE, next);
  }
  return count;
}

/** A body can be nested deeper than functions may call each other. */
function namesOf(whole: unknown): number {
  let count = 0;
  const open: unknown[] = [whole];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== "object" || value === null) continue;
    const values = Object.values(value);
    if (!Array.isArray(value)) count += values.length;
    for (const inner of values) if (typeof inner === "object") open.push(inner);
  }
  return count;
}
