/** A command of a page, as a shell would split it; what a variable or an ellipsis stands for is left as it is. */
export interface Documented {
  readonly line: number;
  readonly words: readonly string[];
}

/** A block of a page that a shell is to run. */
export interface Block {
  /** The line after its fence. */
  readonly line: number;
  readonly text: string;
}

const FENCE = /^```(?<language>\w*)$/;

export function blocksOf(page: string): Block[] {
  const blocks: Block[] = [];
  let open: { readonly line: number; readonly language: string; readonly lines: string[] } | undefined;
  for (const [index, line] of page.split("\n").entries()) {
    const language = FENCE.exec(line.trim())?.groups?.["language"];
    if (language === undefined) open?.lines.push(line);
    else if (open === undefined) open = { line: index + 2, language, lines: [] };
    else {
      if (open.language === "sh") blocks.push({ line: open.line, text: open.lines.join("\n") });
      open = undefined;
    }
  }
  return blocks;
}

/** The commands of a block: what a line break, a pipe, a bracket or `&&` parts, without comments and redirections. */
export function commandsOf({ line, text }: Block): Documented[] {
  const found: Documented[] = [];
  let [words, word, at]: [string[], string | undefined, number] = [[], undefined, line];
  let redirected = false;
  const endWord = (): void => {
    if (word === undefined) return;
    if (!redirected) words.push(word);
    [word, redirected] = [undefined, false];
  };
  const endCommand = (): void => {
    endWord();
    if (words.length > 0) found.push({ line: at, words });
    words = [];
  };
  let [now, quote] = [line, ""];
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index] ?? "";
    if (char === "\n") now += 1;
    if (quote !== "") {
      if (char === quote) quote = "";
      else word += char;
    } else if (char === "'" || char === '"') [quote, word] = [char, word ?? ""];
    else if (char === "\\") {
      index += 1;
      if (text[index] === "\n") now += 1;
      else word = (word ?? "") + (text[index] ?? "");
    } else if (char === "#" && word === undefined) {
      while (index + 1 < text.length && text[index + 1] !== "\n") index += 1;
    } else if ("\n|;&(){}`".includes(char)) {
      endCommand();
    } else if ("<>".includes(char)) {
      endWord();
      redirected = true;
    } else if (" \t".includes(char)) endWord();
    else {
      if (words.length === 0 && word === undefined) at = now;
      word = (word ?? "") + char;
    }
  }
  endCommand();
  return found;
}

/** Commands within a sentence: `make lint`. */
export function mentionsOf(page: string): Documented[] {
  return page.split("\n").flatMap((text, index) =>
    [...text.matchAll(/`(?<said>(?:make|flowlix|kubectl) [^`]+)`/g)].map(({ groups }) => ({
      line: index + 1,
      words: (groups?.["said"] ?? "").split(/\s+/),
    })),
  );
}
