import { ERROR_CATALOGUE, type ErrorCode } from "@flowlix/contracts";
import { TAKEN_OUT } from "./shown-fields.ts";
import { wantedTexts } from "./wanted-texts.ts";

const WANTED = wantedTexts();
/** After this a sentence can begin. */
const END_OF_SENTENCE = /[.?] /g;
/** Explanations have fewer; a text that was given may have more. */
const SENTENCES_MAX = 32;

/**
 * What may be kept of an error's message: the sentence of its code, and what its explanation says is wanted. The rest
 * of an explanation can repeat what was given. What is kept is never cut out of the message: it is a text of ours that
 * the message was found to hold.
 */
export function shownMessage(code: ErrorCode, message: unknown): string {
  const own = ERROR_CATALOGUE[code].message;
  if (message === own) return own;
  const wanted = typeof message === "string" ? wantedIn(message) : undefined;
  const rest = wanted === message ? [] : [TAKEN_OUT];
  return [own, ...rest, ...(wanted === undefined ? [] : [wanted])].join(" ");
}

/** The longest of our texts that stands in a message as whole sentences. */
function wantedIn(message: string): string | undefined {
  const ends = [...message.matchAll(END_OF_SENTENCE)].slice(0, SENTENCES_MAX).map(({ index }) => index + 1);
  let longest: string | undefined;
  for (const start of [0, ...ends.map((end) => end + 1)])
    for (const end of [...ends, message.length]) {
      if (end - start <= (longest?.length ?? 0)) continue;
      const stretch = message.slice(start, end);
      if (WANTED.has(stretch)) longest = stretch;
    }
  return longest;
}
