/** A metric as an expression asks for it. */
export interface Selector {
  readonly metric: string;
  readonly matchers: readonly { readonly label: string; readonly operator: string; readonly value: string }[];
}

/** Words that are followed by no bracket and are no metric all the same. */
const WORDS = [
  ..."by without on ignoring group_left group_right and or unless bool offset inf nan".split(" "),
  ..."sum min max avg group stddev stdvar count count_values bottomk topk quantile".split(" "),
];
const KEYWORDS = new Set(WORDS);
const LABEL_LIST = /\b(by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g;
const MATCHER = /([a-zA-Z_]\w*)\s*(=~|!~|!=|=)\s*"((?:[^"\\]|\\.)*)"/g;

/** The metrics that a PromQL expression reads, each with its matchers. Takes no part in judging whether it parses. */
export function selectorsOf(expr: string): Selector[] {
  // Label lists hold no metric; a closing brace ends a selector, quotes may hold anything.
  const bare = expr.replaceAll(LABEL_LIST, (_, word: string) => `${word} ()`);
  const selectors: Selector[] = [];
  const pattern =
    /"(?:[^"\\]|\\.)*"|([a-zA-Z_:][\w:]*)\s*(\{(?:[^}"]|"(?:[^"\\]|\\.)*")*\})?(\s*\()?|\[[^\]]*\]|\d[\w.]*/g;
  for (const [, name, braces, call] of bare.matchAll(pattern)) {
    if (name === undefined || call !== undefined || KEYWORDS.has(name.toLowerCase())) continue;
    selectors.push({ metric: name, matchers: matchersIn(braces ?? "") });
  }
  return selectors;
}

const matchersIn = (braces: string) =>
  [...braces.matchAll(MATCHER)].map(([, label = "", operator = "", value = ""]) => ({
    label,
    operator,
    value,
  }));

/** Labels that an expression groups or joins by. */
export const groupedBy = (expr: string): string[] =>
  [...expr.matchAll(LABEL_LIST)].flatMap(([, , list = ""]) =>
    list
      .split(",")
      .map((label) => label.trim())
      .filter((label) => label !== ""),
  );
