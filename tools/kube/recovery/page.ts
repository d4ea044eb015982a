import { blocksOf, commandsOf, mentionsOf, type Documented } from "../../documented-commands/commands.ts";

/** What a page has for a shell at one place: a block, or a command of kubectl within a sentence. */
export interface Step {
  readonly line: number;
  readonly text: string;
}

/** All of it, in the order of the page. */
export function stepsOf(page: string): Step[] {
  const inSentences = mentionsOf(page)
    .filter(({ words }) => words[0] === "kubectl")
    .map(({ line, words }) => ({ line, text: words.join(" ") }));
  return [...blocksOf(page), ...inSentences].toSorted((one, other) => one.line - other.line);
}

/** What stands before a command that a loop or a condition asks. */
const KEYWORDS = new Set(["while", "until", "if", "do", "then", "!"]);
/** What the shell makes of a word, which the page cannot know. */
const MADE_BY_THE_SHELL = /\$(?:\([^)]*\)|\w+)/;

/**
 * The commands of kubectl and helm in these steps that are not among `asked`, which has the arguments of each call as
 * they came, one after the other.
 */
export function notAsked(steps: readonly Step[], asked: readonly string[]): string[] {
  return steps.flatMap(commandsOf).flatMap((one) => {
    const pattern = patternOf(one);
    return pattern === undefined || asked.some((call) => pattern.test(call))
      ? []
      : [`line ${one.line} was not run: ${one.words.join(" ")}`];
  });
}

function patternOf({ words }: Documented): RegExp | undefined {
  const [program = "", ...rest] = words.slice(words.findIndex((word) => !KEYWORDS.has(word)));
  if (program !== "kubectl" && program !== "helm") return undefined;
  const parts = rest.map((word) =>
    word
      .split(MADE_BY_THE_SHELL)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join("[^]*"),
  );
  return new RegExp(`^${[program, ...parts].join(" ")}$`);
}
