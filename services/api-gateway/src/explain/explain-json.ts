import { printParseErrorCode, visit } from "jsonc-parser";

const NAMED_IN_QUOTES = "a name in double quotes is expected";

/** What a parser found, by its name of it, without a word of what it read. */
const FAULTS: Readonly<Record<string, string>> = {
  InvalidSymbol: "JSON does not know this word; texts and names stand in double quotes",
  InvalidNumberFormat: "a number is not written as JSON has it",
  PropertyNameExpected: NAMED_IN_QUOTES,
  ValueExpected: "a value is expected",
  ColonExpected: "a colon is expected",
  CommaExpected: "a comma is expected",
  CloseBraceExpected: "a closing brace is missing",
  CloseBracketExpected: "a closing bracket is missing",
  EndOfFileExpected: "something follows the end of the value",
  InvalidCommentToken: "JSON has no comments",
  UnexpectedEndOfComment: "JSON has no comments",
  UnexpectedEndOfString: "a text has no closing quote on its line; a line break in it is written \\n",
  UnexpectedEndOfNumber: "a number has no end",
  InvalidUnicode: "an escape is not valid",
  InvalidEscapeCharacter: "an escape is not valid",
  InvalidCharacter: "a text has a control character that is not escaped",
};

/** How JSON looks when it is right, whatever the request. */
export const JSON_EXAMPLE = 'JSON looks like this: {"amount": 4999, "currency": "EUR"}.';

/** What beginners do, by what stands from the fault on and before it; the first that fits is said. */
const HABITS: readonly (readonly [from: RegExp, before: RegExp, what: string])[] = [
  [/^\ufeff/, /^$/, "it begins with a byte order mark: save it as UTF-8 without one"],
  [/^[\p{Cc}\p{Cs}]/u, /^$/, "it is compressed, or not in UTF-8: send it as plain UTF-8"],
  [/^</, /^$/, "it begins as XML or HTML does"],
  [/^[\w[\].%-]{1,80}=/, /^$/, "it begins as a form's fields do"],
  [/^['`\u2018-\u201f]/, /^/, "names and texts stand in double quotes"],
  [/^(?:True|False|None)\b/, /^/, "true, false and null are written so"],
  [/^[}\]]/, /,\s{0,1000}$/, "nothing follows the comma before it: remove that comma"],
  [/^[0-9]/, /[^0-9.]0$/, "a number does not begin with 0"],
  [/^[0-9]/, /[0-9],$/, "a number has no comma"],
  [/^_[0-9]/, /[0-9]$/, "a number has digits alone"],
];

/**
 * Encodings of JSON other than UTF-8, by the zeros between the first two characters, which are ASCII (RFC 4627, section
 * 3), or by a byte order mark. Of its bytes http/decode-utf8.ts makes U+DCFE and U+DCFF.
 */
const ENCODINGS: readonly (readonly [beginning: RegExp, name: string])[] = [
  [/^(?:\udcff\udcfe\0\0|[^\0]\0\0\0)/, "UTF-32 (little-endian)"],
  [/^(?:\0\0\udcfe\udcff|\0\0\0[^\0])/, "UTF-32 (big-endian)"],
  [/^(?:\udcff\udcfe|[^\0]\0(?:[^\0]\0|$))/, "UTF-16 (little-endian)"],
  [/^(?:\udcfe\udcff|\0[^\0](?:\0[^\0]|$))/, "UTF-16 (big-endian)"],
];

const encodingOf = (text: string): string | undefined =>
  ENCODINGS.find(([beginning]) => beginning.test(text))?.[1];

const habitAt = (text: string, offset: number): string | undefined =>
  HABITS.find(([from, before]) => from.test(text.slice(offset)) && before.test(text.slice(0, offset)))?.[2];

/** No body of ours is nested as deep; the parser calls itself for each level. */
const DEPTH_MAX = 100;

/** Ends a visit, which nothing else does before the end of the text. */
class Enough extends Error {}

/**
 * Where a text that `JSON.parse` refused is no JSON, and why; it repeats nothing of the text, which may hold a card.
 */
export function explainJson(text: string): string {
  if (text.trim() === "") return `The body is empty. Send a JSON object. ${JSON_EXAMPLE}`;
  const encoding = encodingOf(text);
  if (encoding !== undefined)
    return `The body is in ${encoding}. Send it in UTF-8, without a byte order mark. ${JSON_EXAMPLE}`;
  let depth = 0;
  let found = "";
  const enough = (what: string): never => {
    found = what;
    throw new Enough();
  };
  const deeper = (): void => {
    depth += 1;
    if (depth > DEPTH_MAX) enough(`: it is nested more than ${DEPTH_MAX} deep`);
  };
  const higher = (): void => {
    depth -= 1;
  };
  try {
    visit(
      text,
      {
        onObjectBegin: deeper,
        onArrayBegin: deeper,
        onObjectEnd: higher,
        onArrayEnd: higher,
        onError: (code, offset, _length, line, column) =>
          enough(
            ` at line ${line + 1}, column ${column + 1}: ${habitAt(text, offset) ?? FAULTS[printParseErrorCode(code)] ?? "something else is expected"}`,
          ),
      },
      { disallowComments: true, allowTrailingComma: false },
    );
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
  return `The body is not valid JSON${found}. ${JSON_EXAMPLE}`;
}
