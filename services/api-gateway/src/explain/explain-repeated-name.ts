import { DomainError } from "@flowlix/runtime";
import { createScanner } from "jsonc-parser";
import { isHarmlessName } from "../validation/harmless-name.ts";

/** No field of ours lies deeper. */
const DEPTH_MAX = 10;

export const REPEATED_WANTED = "Send each field once.";

interface Found {
  /** Names and places in lists, from the body's root on. */
  readonly path: readonly (string | number)[];
  readonly line: number;
  readonly column: number;
}

/** Of a text that is JSON and has a name twice in one object: which one, and where it stands for the second time. */
export function repeatedNameRefusal(text: string): DomainError {
  const { path, line, column } = secondOf(text);
  const unknown = path.findIndex(
    (name, depth) => depth === DEPTH_MAX || (typeof name === "string" && !isHarmlessName(name)),
  );
  const param = (unknown === -1 ? path : path.slice(0, unknown)).join(".");
  const what = unknown === -1 ? param : "A field";
  return new DomainError("request_body_invalid", {
    ...(param === "" ? {} : { param }),
    explanation: `${what} stands in the body twice, the second time at line ${line}, column ${column}. ${REPEATED_WANTED}`,
  });
}

/** What is open around a place: an object with the names that it had so far, or a list. */
interface Open {
  readonly names: Set<string> | null;
  at: string | number;
}

function secondOf(text: string): Found {
  const scanner = createScanner(text, true);
  const open: Open[] = [];
  let string = { value: "", line: 0, column: 0 };
  while (scanner.getPosition() < text.length) {
    scanner.scan();
    const around = open.at(-1);
    switch (text[scanner.getTokenOffset()]) {
      case "{":
        open.push({ names: new Set(), at: "" });
        break;
      case "[":
        open.push({ names: null, at: 0 });
        break;
      case "}":
      case "]":
        open.pop();
        break;
      case ",":
        if (typeof around?.at === "number") around.at += 1;
        break;
      case '"':
        string = {
          value: scanner.getTokenValue(),
          line: scanner.getTokenStartLine() + 1,
          column: scanner.getTokenStartCharacter() + 1,
        };
        break;
      case ":":
        if (around === undefined) break;
        around.at = string.value;
        if (around.names?.has(string.value) === true)
          return { path: open.map(({ at }) => at), line: string.line, column: string.column };
        around.names?.add(string.value);
        break;
      default:
    }
  }
  throw new Error("no name stands twice in an object of the text");
}
