import { EVENT_DESCRIPTION, PublicEvent } from "../event-list.ts";
import { nameOf, namedSchemas } from "../schema-name.ts";
import { EVENT_VARIANTS } from "./event-variants.ts";
import { PUBLIC_FORMATS } from "./formats.ts";
import { componentRef, type Json, type JsonObject } from "./json.ts";
import { NULL_RULES } from "./null-rules.ts";

const INT32_MAX = 2 ** 31 - 1;

/** Every schema that has a name, as the document shows it. */
export const publishedSchemas = (): Record<string, JsonObject> =>
  Object.fromEntries(namedSchemas().map(([name, schema]) => [name, withNullRules(name, partsOf(schema))]));

function withNullRules(name: string, shown: JsonObject): JsonObject {
  const rules = NULL_RULES[name];
  if (rules === undefined || !isObject(shown["properties"])) return shown;
  const fields = Object.entries(shown["properties"]).map(([field, rule]: [string, Json]) => {
    const description = rules[field];
    return [field, description === undefined || !isObject(rule) ? rule : { description, ...rule }] as const;
  });
  return { ...shown, properties: Object.fromEntries(fields) };
}

/** A schema as the document shows it: a reference where it has a name. */
export function published(schema: unknown): Json {
  if (Array.isArray(schema)) return schema.map(published);
  if (!isObject(schema)) return schema;
  const name = nameOf(schema);
  if (name !== undefined) return componentRef("schemas", name);
  const nullable = nameOf(withoutNull(schema));
  if (nullable !== undefined) return { oneOf: [componentRef("schemas", nullable), { type: "null" }] };
  return partsOf(schema);
}

function partsOf(schema: object): JsonObject {
  if (schema === PublicEvent) return eventUnion();
  if (isUnion(schema)) return union(schema);
  const shown: JsonObject = {};
  for (const [keyword, value] of Object.entries(schema)) {
    const meaning = keyword === "format" && typeof value === "string" ? PUBLIC_FORMATS[value] : undefined;
    if (meaning !== undefined) Object.assign(shown, meaning);
    else if (keyword === "properties" && isObject(value)) shown[keyword] = properties(value);
    else shown[keyword] = published(value);
  }
  return { ...shown, ...formatOf(shown) };
}

/** A field that must not be sent is an unknown one to who reads the document. */
const properties = (fields: object): JsonObject =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => !(isObject(field) && "not" in field))
      .map(([name, field]) => [name, published(field)]),
  );

/** Generators make a number of 32 bits of an integer that says nothing. */
function formatOf({ type, maximum, const: constant }: JsonObject): JsonObject {
  if (![type].flat().includes("integer") || constant !== undefined) return {};
  return { format: typeof maximum === "number" && maximum <= INT32_MAX ? "int32" : "int64" };
}

interface Union {
  readonly description?: string;
  readonly oneOf?: readonly { readonly properties: Readonly<Record<string, { readonly const?: string }>> }[];
  readonly discriminator?: { readonly propertyName: string };
}

const isUnion = (schema: object): schema is Union => "discriminator" in schema;

/** Which branch a value of the property means is said by name: tools cannot be asked to look for it. */
function union({ description, oneOf: branches = [], discriminator }: Union): JsonObject {
  const { propertyName = "" } = discriminator ?? {};
  const named = branches.map((branch) => ({
    tag: branch.properties[propertyName]?.const ?? "",
    ...refOf(branch),
  }));
  const mapping = Object.fromEntries(named.map(({ tag, $ref }) => [tag, $ref]));
  return {
    ...(description === undefined ? {} : { description }),
    oneOf: named.map(({ $ref }) => ({ $ref })),
    discriminator: { propertyName, mapping },
  };
}

function refOf(schema: unknown): { readonly $ref: string } {
  const name = nameOf(schema);
  if (name === undefined) throw new Error("a branch of a union has no name in the document");
  return { $ref: `#/components/schemas/${name}` };
}

function eventUnion(): JsonObject {
  const mapping = EVENT_VARIANTS.flatMap(({ name, types }) =>
    types.map((type) => [type, `#/components/schemas/${name}`] as const),
  );
  return {
    description: EVENT_DESCRIPTION,
    oneOf: EVENT_VARIANTS.map(({ name }) => componentRef("schemas", name)),
    discriminator: { propertyName: "type", mapping: Object.fromEntries(mapping) },
  };
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What `nullable` was made of. */
function withoutNull(schema: object): object {
  const { type, enum: values } = schema as { readonly type?: unknown; readonly enum?: readonly unknown[] };
  if (!Array.isArray(type)) return schema;
  const rest = type.filter((one) => one !== "null");
  return {
    ...schema,
    type: rest.length === 1 ? rest[0] : rest,
    ...(values === undefined ? {} : { enum: values.filter((value) => value !== null) }),
  };
}
