import { parser } from "@prometheus-io/lezer-promql";

/** A metric as an expression asks for it. */
export interface Selector {
  readonly metric: string;
  readonly matchers: readonly { readonly label: string; readonly operator: string; readonly value: string }[];
}

/** By the grammar that Prometheus publishes. promtool, which checks types as well, is not on every machine. */
const treeOf = (expr: string) => parser.parse(expr);
type Node = ReturnType<typeof treeOf>["topNode"];

function nodesOf(expr: string, wanted: (node: Node) => boolean): Node[] {
  const found: Node[] = [];
  treeOf(expr).iterate({
    enter: ({ node }) => {
      if (wanted(node)) found.push(node);
    },
  });
  return found;
}

export const isBroken = (expr: string): boolean => nodesOf(expr, ({ type }) => type.isError).length > 0;

/** The metrics that an expression reads, each with its matchers. */
export function selectorsOf(expr: string): Selector[] {
  const textOf = (node: Node | null) => (node === null ? "" : expr.slice(node.from, node.to));
  return nodesOf(expr, ({ name }) => name === "VectorSelector").map((selector) => ({
    metric: textOf(selector.getChild("Identifier")),
    matchers: (selector.getChild("LabelMatchers")?.getChildren("UnquotedLabelMatcher") ?? []).map(
      (matcher) => ({
        label: textOf(matcher.getChild("LabelName")),
        operator: textOf(matcher.getChild("MatchOp")),
        value: textOf(matcher.getChild("StringLiteral")).slice(1, -1),
      }),
    ),
  }));
}

/** Labels that an expression groups or joins by. */
export const groupedBy = (expr: string): string[] =>
  nodesOf(expr, ({ name }) => name === "GroupingLabels")
    .flatMap((labels) => labels.getChildren("LabelName"))
    .map(({ from, to }) => expr.slice(from, to));
