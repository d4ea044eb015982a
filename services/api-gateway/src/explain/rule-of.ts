import { ID_LENGTH } from "@flowlix/contracts";
import type { SchemaNode } from "../validation/fault-finder.ts";

/** A list that is longer is shortened: the reference has it whole. */
const VALUES_MAX = 20;

/** Whether the value stands in JSON, where quotes make a text of it, or in a query, where everything is text. */
export type Notation = "json" | "query";

/**
 * What a schema wants, as one or more sentences: its kind, its own description and an example. Of what came in the
 * right kind, `came`, the kind is not said: of a text its description is what it must be.
 */
export function ruleOf(schema: SchemaNode, notation: Notation = "json", came?: unknown): string {
  // Of an object its fields say what is wanted, and of fixed values the values themselves.
  const isSaid =
    schema.properties !== undefined ||
    schema.discriminator !== undefined ||
    schema.const !== undefined ||
    schema.enum !== undefined ||
    schema.type === "boolean";
  const description = isSaid ? undefined : schema.description;
  const example = schema.examples?.[0];
  return [
    ...wantedOf(schema, notation, came, description),
    ...(example === undefined ? [] : [`For example: ${written(example, notation)}.`]),
  ].join(" ");
}

function wantedOf(schema: SchemaNode, notation: Notation, came: unknown, description = ""): string[] {
  const isText = typeof came === "string" && plainKind(schema, notation) === TEXT[notation];
  if (isText && description !== "") return [sentence(`It must be ${asPhrase(description)}`)];
  if (isText && schema.examples !== undefined) return [];
  const shape = shapeOf(schema);
  // Of an id in a body the description is its shape, of one in a query what it is for.
  const isRepeated = shape !== undefined && description.endsWith(shape);
  return [
    shape !== undefined && typeof came === "string" ? `It must be ${shape}.` : mustOf(schema, notation, came),
    ...(description === "" || isRepeated ? [] : [sentence(description)]),
  ];
}

/** Descriptions begin as sentences do, but for abbreviations. */
const asPhrase = (text: string): string =>
  text.replace(/^\p{Lu}(?=[\p{Ll} ])/u, (letter) => letter.toLowerCase());

function mustOf(schema: SchemaNode, notation: Notation, came: unknown): string {
  const bounds = boundsOf(schema);
  if (isWhole(came) && typesOf(schema).includes("integer") && bounds !== "")
    return `It must be${bounds.replace(/^ of/, "")}.`;
  return `It must be ${kindOf(schema, notation)}.`;
}

/** JSON.parse makes Infinity of a whole number like 1e400. */
const isWhole = (value: unknown): boolean =>
  Number.isInteger(value) || value === Infinity || value === -Infinity;

const sentence = (text: string): string => (text.endsWith(".") ? text : `${text}.`);

const written = (value: unknown, notation: Notation): string =>
  notation === "query" ? String(value) : JSON.stringify(value);

const TEXT: Readonly<Record<Notation, string>> = { json: "a text in quotes", query: "a text" };

const typesOf = ({ type = [] }: SchemaNode): string[] => [type].flat();

function kindOf(schema: SchemaNode, notation: Notation): string {
  const kind = plainKind(schema, notation);
  return typesOf(schema).includes("null") ? `${kind}, or null` : kind;
}

function plainKind(schema: SchemaNode, notation: Notation): string {
  const type = typesOf(schema).find((one) => one !== "null");
  const list = (values: readonly unknown[]) => oneOf(values.map((value) => written(value, notation)));
  const unquoted = notation === "json" ? ", without quotes" : "";
  if (schema.not !== undefined) return "left out";
  if (schema.const !== undefined) return written(schema.const, notation);
  if (schema.enum !== undefined) return list(schema.enum.filter((value) => value !== null));
  if (schema.discriminator !== undefined)
    return `an object whose ${schema.discriminator.propertyName} is ${list(tagsOf(schema))}`;
  if (type === "integer") return `a whole number${boundsOf(schema)}${unquoted}`;
  if (type === "boolean") return `true or false${unquoted}`;
  if (type === "object") return objectOf(fieldsOf(schema));
  if (type === "array") {
    const { items = schema.anyOf?.[0]?.items } = schema;
    return items?.enum === undefined ? "a list" : `a list of ${list(items.enum).replace(/^one of /, "")}`;
  }
  const shape = shapeOf(schema);
  if (shape !== undefined) return `${shape}${notation === "json" ? ", in quotes" : ""}`;
  return (notation === "query" ? digitsOf(schema) : undefined) ?? TEXT[notation];
}

const objectOf = (fields: readonly string[]): string =>
  fields.length === 0 ? "an object without fields: {}" : `an object with ${fields.join(", ")}`;

/** Of ids. */
function shapeOf({ pattern = "" }: SchemaNode): string | undefined {
  const [, prefix] = /^\^([a-z]{2,4}_)/.exec(pattern) ?? [];
  return prefix === undefined ? undefined : `${prefix} and ${ID_LENGTH} letters and digits`;
}

/** Of a card's last digits in a list, where the description says what they are for. */
function digitsOf({ pattern = "" }: SchemaNode): string | undefined {
  const [, digits] = /^\^\[0-9\]\{([0-9])\}\$$/.exec(pattern) ?? [];
  return digits === undefined ? undefined : `${digits} digits`;
}

/** The names by which a union's branches are chosen. */
export const tagsOf = ({ oneOf: branches = [], discriminator }: SchemaNode): unknown[] =>
  branches.map((branch) => branch.properties?.[discriminator?.propertyName ?? ""]?.const);

/** The fields of an object as its documentation lists them. */
export const fieldsOf = ({ properties = {} }: SchemaNode): string[] =>
  Object.entries(properties).flatMap(([name, field]) => (field.not === undefined ? [name] : []));

/** Which fields an object has; the whole request where nothing holds it. */
export function fieldList(holder: string, schema: SchemaNode): string {
  const fields = fieldsOf(schema);
  const where = holder === "" ? "This request" : holder;
  return fields.length === 0 ? `${where} has no fields.` : `${where} has ${fields.join(", ")}.`;
}

/** Which parameters a list has. */
export const parameterList = (names: readonly string[]): string => `Its parameters are ${names.join(", ")}.`;

function oneOf(values: readonly string[]): string {
  const named = values.slice(0, VALUES_MAX);
  if (values.length === 1) return named.join("");
  return `one of ${named.join(", ")}${values.length > VALUES_MAX ? " and others" : ""}`;
}

function boundsOf({ minimum, maximum }: SchemaNode): string {
  if (maximum === undefined || maximum === Number.MAX_SAFE_INTEGER)
    return minimum === undefined ? "" : ` of at least ${minimum}`;
  return ` from ${minimum ?? 0} to ${maximum}`;
}
