import { printParseErrorCode, visit } from "jsonc-parser";

const NAMED_IN_QUOTES = "a name in double quotes is expected";

/** What a parser found, by its name of it, without a word of what it read. */
const FAULTS: Readonly<Record<string, string>> = {
  InvalidSymbol: "JSON does not know this word",
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
  UnexpectedEndOfString: "a text has no closing quote",
  UnexpectedEndOfNumber: "a number has no end",
  InvalidUnicode: "an escape is not valid",
  InvalidEscapeCharacter: "an escape is not valid",
  InvalidCharacter: "a text has a control character that is not escaped",
};

const AFTER_LAST_COMMA = "nothing follows the comma before it: remove that comma";

/** Whether a list or an object ends there behind a comma. */
const isAfterLastComma = (text: string, offset: number): boolean =>
  (text[offset] === "}" || text[offset] === "]") && text.slice(0, offset).trimEnd().endsWith(",");

/** No body of ours is nested as deep; the parser calls itself for each level. */
const DEPTH_MAX = 100;

/** Ends a visit, which nothing else does before the end of the text. */
class Enough extends Error {}

/** Where a text that `JSON.parse` refused is no JSON, and why; it repeats nothing of the text, which may hold a card. */
export function explainJson(text: string): string {
  if (text.trim() === "") return "The body is empty. Send a JSON object.";
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
            ` at line ${line + 1}, column ${column + 1}: ${isAfterLastComma(text, offset) ? AFTER_LAST_COMMA : (FAULTS[printParseErrorCode(code)] ?? "something else is expected")}`,
          ),
      },
      { disallowComments: true, allowTrailingComma: false },
    );
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
  return `The body is not valid JSON${found}.`;
}
