import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { parse, type Node } from "acorn";

/** A regular expression as a script has it. */
export interface Expression {
  readonly source: string;
  readonly flags: string;
  /** `path:line` of its place. */
  readonly at: string;
}

export interface Collected {
  readonly expressions: readonly Expression[];
  /** Places of expressions that are put together in a way that is not read here. */
  readonly unread: readonly string[];
}

/** Ajv compiles `pattern` like this. */
const SCHEMA_FLAGS = "u";
const TEXT_METHODS: ReadonlySet<unknown> = new Set(["match", "matchAll"]);

/** One node of a syntax tree; which members there are depends on its type. */
type Syntax = Node & Readonly<Record<string, unknown>>;

/** A script by its place in the tree. */
export interface Script {
  readonly path: string;
  readonly text: string;
}

export function readScripts(root: string, paths: readonly string[]): Script[] {
  return paths.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

/** Every regular expression of scripts: literals, `RegExp(…)`, `pattern:` of schemas, texts given to `match`. */
export function collect(scripts: readonly Script[]): Collected {
  const parsed = scripts.map(({ path, text }) => ({ path, nodes: [...nodesOf(syntaxOf(path, text))] }));
  const everywhere = new Map(parsed.flatMap(({ nodes }) => [...constantsOf(nodes)]));
  const collected = parsed.map((one) => collectFrom(one, everywhere));
  return {
    expressions: collected.flatMap((one) => one.expressions),
    unread: collected.flatMap((one) => one.unread),
  };
}

const syntaxOf = (path: string, text: string): Node =>
  parse(path.endsWith(".ts") ? stripTypeScriptTypes(text) : text, {
    ecmaVersion: "latest",
    sourceType: "module",
    locations: true,
    allowHashBang: true,
  });

const constantsOf = (nodes: readonly Syntax[]): Map<unknown, unknown> =>
  new Map(nodes.filter(isConstant).map(({ id, init }) => [nameOf(id), init]));

function collectFrom(
  { path, nodes }: { readonly path: string; readonly nodes: readonly Syntax[] },
  everywhere: Constants,
): Collected {
  const constants = new Map([...everywhere, ...constantsOf(nodes)]);
  const taken = new Set(nodes.filter(isDestructuring).flatMap(({ properties }) => listOf(properties)));
  const expressions: Expression[] = [];
  const unread: string[] = [];
  for (const node of nodes) {
    if (taken.has(node)) continue;
    const at = `${path}:${node.loc?.start.line ?? 0}`;
    const found = expressionAt(node, constants);
    if (found === "unread") unread.push(at);
    else if (found !== null) expressions.push({ ...found, at });
  }
  return { expressions, unread };
}

function* nodesOf(value: unknown): Generator<Syntax> {
  if (Array.isArray(value)) for (const one of value) yield* nodesOf(one);
  if (!isNode(value)) return;
  yield value;
  for (const child of Object.values(value)) if (typeof child === "object") yield* nodesOf(child);
}

const isNode = (value: unknown): value is Syntax =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

const isConstant = (node: Syntax): boolean =>
  node.type === "VariableDeclarator" && isNode(node["id"]) && isNode(node["init"]);

const isDestructuring = (node: Syntax): boolean => node.type === "ObjectPattern";

const nameOf = (node: unknown): unknown => (isNode(node) ? node["name"] : undefined);

type Constants = ReadonlyMap<unknown, unknown>;
type Found = Pick<Expression, "source" | "flags"> | "unread" | null;

function expressionAt(node: Syntax, constants: Constants): Found {
  if (node.type === "Literal") return literalOf(node);
  if (node.type === "Property" && nameOf(node["key"]) === "pattern")
    return schemaPattern(node["value"], constants);
  if (node.type !== "NewExpression" && node.type !== "CallExpression") return null;
  const { callee } = node;
  const [first, second] = Array.isArray(node["arguments"]) ? node["arguments"] : [];
  if (nameOf(callee) === "RegExp") return built(first, second, constants);
  const isTextMethod = isNode(callee) && TEXT_METHODS.has(nameOf(callee["property"]));
  return isTextMethod && isNode(first) && typeof first["value"] === "string"
    ? { source: first["value"], flags: "" }
    : null;
}

function literalOf({ regex }: Syntax): Found {
  if (typeof regex !== "object" || regex === null || !("pattern" in regex) || !("flags" in regex))
    return null;
  const { pattern, flags } = regex;
  return typeof pattern === "string" && typeof flags === "string" ? { source: pattern, flags } : "unread";
}

function built(source: unknown, flags: unknown, constants: Constants): Found {
  const text = textOf(source, constants);
  const flagText = flags === undefined ? "" : textOf(flags, constants);
  return text === null || flagText === null ? "unread" : { source: text, flags: flagText };
}

/** A pattern that is an expression already is met as that. */
function schemaPattern(given: unknown, constants: Constants): Found {
  const named = isNode(given) && given.type === "Identifier" ? constants.get(given["name"]) : undefined;
  const value = named ?? given;
  if (isNode(value) && value["regex"] !== undefined) return null;
  const text = textOf(value, constants);
  return text === null ? "unread" : { source: text, flags: SCHEMA_FLAGS };
}

/** What a text is that is put together of literals and constants; null for any other. */
function textOf(node: unknown, constants: Constants): string | null {
  if (!isNode(node)) return null;
  if (node.type === "Literal") return typeof node["value"] === "string" ? node["value"] : null;
  if (node.type === "Identifier") return textOf(constants.get(node["name"]), constants);
  if (node.type === "BinaryExpression") return joined([node["left"], node["right"]], constants);
  if (node.type !== "TemplateLiteral") return null;
  const parts = [...listOf(node["quasis"]), ...listOf(node["expressions"])];
  return joined(
    parts.toSorted((one, other) => one.start - other.start),
    constants,
  );
}

const listOf = (value: unknown): Syntax[] => (Array.isArray(value) ? value.filter(isNode) : []);

function joined(parts: readonly unknown[], constants: Constants): string | null {
  const texts = parts.map((part) => (isQuasi(part) ? part.value.cooked : textOf(part, constants)));
  return texts.includes(null) ? null : texts.join("");
}

const isQuasi = (node: unknown): node is { readonly value: { readonly cooked: string } } =>
  isNode(node) && node.type === "TemplateElement";
