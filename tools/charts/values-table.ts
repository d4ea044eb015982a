import { readFileSync } from "node:fs";
import { isMap, isScalar, parseDocument, type Pair, type YAMLMap } from "yaml";

const BEGIN = "<!-- values: begin -->";
const END = "<!-- values: end -->";

interface Row {
  readonly name: string;
  readonly value: string;
  readonly meaning: string;
}

/** The page with the table of a chart's values in it. Errors: a value that nobody described. */
export function pageWithValues(page: string, valuesFile: string): string {
  const rows = rowsOf(parseDocument(readFileSync(valuesFile, "utf8")).contents, []);
  const undescribed = rows.filter(({ meaning }) => meaning === "");
  if (undescribed.length > 0)
    throw new Error(`${valuesFile}: no "# --" above ${undescribed.map(({ name }) => name).join(", ")}`);
  const lines = rows.map(({ name, value, meaning }) => `| \`${name}\` | ${value} | ${meaning} |`);
  const table = ["| Value | Default | For |", "| - | - | - |", ...lines].join("\n");
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`no ${BEGIN} … ${END} in the page`);
  return `${before}${BEGIN}\n\n${table}\n\n${END}${after}`;
}

function rowsOf(node: unknown, path: readonly string[], above = ""): Row[] {
  if (!isMap(node)) return [];
  return node.items.flatMap((pair, index) => rowsOfPair(pair, path, index === 0 ? above : ""));
}

/** A comment above the first key of a map is its map's own, to the parser. */
function rowsOfPair(pair: Pair, path: readonly string[], above: string): Row[] {
  if (!isScalar(pair.key)) return [];
  const name = [...path, String(pair.key.value)];
  const own = `${above}\n${pair.key.commentBefore ?? ""}`;
  const described = own
    .split("\n")
    .findLast((line) => line.trim().startsWith("-- "))
    ?.trim()
    .slice(3);
  const { value } = pair;
  if (described === undefined && isMap(value) && value.items.length > 0)
    return rowsOf(value, name, value.commentBefore ?? "");
  return [{ name: name.join("."), value: shown(value), meaning: (described ?? "").replaceAll("|", "\\|") }];
}

function shown(value: unknown): string {
  const plain = isMap(value) || typeof value === "object" ? jsonOf(value) : value;
  const text = JSON.stringify(plain) ?? '""';
  if (text === '""') return "";
  return text.length > 60 ? "see the file" : `\`${text}\``;
}

function jsonOf(value: unknown): unknown {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a node of the parsed document
  return value === null ? null : (value as YAMLMap).toJSON();
}
