import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { asyncClient } from "./python-async.mjs";

/** Writes the types of the Python client, for 3.9 and newer, and its awaited client: `make clients-types`. */
const DOCUMENT = new URL("../../libs/contracts/src/openapi.json", import.meta.url);
const SOURCES = new URL("../python/src/flowlix/", import.meta.url);
const SCALARS = { string: "str", integer: "int", number: "float", boolean: "bool", null: "None" };

const text = readFileSync(DOCUMENT, "utf8");
const document = JSON.parse(text);
const classes = new Map();
const aliases = new Map();

for (const [name, schema] of Object.entries(document.components.schemas)) named(name, schema);
for (const methods of Object.values(document.paths)) for (const one of Object.values(methods)) operation(one);
writeFileSync(new URL("_openapi.py", SOURCES), written());
writeFileSync(
  new URL("_async_client.py", SOURCES),
  asyncClient(readFileSync(new URL("_client.py", SOURCES), "utf8")),
);

/** Gives a schema a name: an object becomes a class, anything else another name of its type. */
function named(name, schema) {
  if (isObject(schema)) objectClass(name, schema);
  else aliases.set(name, typeOf(knownValues(schema), name));
}

/** `ErrorCode` has its values in an enum or, where others can be added, as the keys of its statuses. */
function knownValues(schema) {
  return schema.enum === undefined && schema["x-http-status"] !== undefined
    ? { ...schema, enum: Object.keys(schema["x-http-status"]) }
    : schema;
}

/** The query of a list, with `created[gte]` as `created` of `gte`. */
function operation({ operationId, parameters = [] }) {
  const query = parameters.map(resolved).filter((parameter) => parameter.in === "query");
  if (query.length === 0) return;
  const properties = {};
  for (const { name, schema, description } of query) {
    const [, outer, bound] = /^(\w+)\[(\w+)\]$/.exec(name) ?? [];
    const described = { ...schema, description: description ?? schema.description };
    if (outer === undefined) properties[name] = described;
    else {
      properties[outer] ??= { type: "object", properties: {} };
      properties[outer].properties[bound] = described;
    }
  }
  const required = query.filter((parameter) => parameter.required === true).map(({ name }) => name);
  objectClass(`${pascal(operationId)}Query`, { type: "object", properties, required });
}

function objectClass(name, { description, properties, required = [] }) {
  if (classes.has(name) || aliases.has(name)) throw new Error(`Two types would be called ${name}`);
  classes.set(name, undefined); // Its place; fields that have classes of their own come after it.
  const fields = Object.entries(properties)
    .filter(([, schema]) => schema.not === undefined)
    .map(([field, schema]) => ({
      field: identifier(field),
      type: typeOf(schema, name + pascal(field)),
      description: schema.description,
      required: required.includes(field),
    }));
  classes.set(name, { description, fields });
}

function typeOf(schema, name) {
  return union(membersOf(schema, name));
}

/** The types that a value may have, `None` among them. */
function membersOf(schema, name) {
  if (schema.$ref !== undefined) return [JSON.stringify(schema.$ref.split("/").at(-1))];
  if (schema.const !== undefined) return literals([schema.const]);
  if (schema.enum !== undefined) return literals(schema.enum);
  const variants = schema.oneOf ?? (schema.type === undefined ? schema.anyOf : undefined);
  if (variants !== undefined) return variants.flatMap((one) => membersOf(one, name + variantName(one)));
  return [schema.type].flat().map((type) => typeOfKind(type, schema, name));
}

function typeOfKind(type, schema, name) {
  if (type === "object") {
    objectClass(name, schema);
    return JSON.stringify(name);
  }
  if (type === "array") {
    const items = [schema, ...(schema.anyOf ?? [])].flatMap((one) => one.items ?? []);
    return `List[${union(items.flatMap((one) => membersOf(one, `${name}Item`)))}]`;
  }
  if (SCALARS[type] === undefined) throw new Error(`${name} is of a type that has none in Python: ${type}`);
  return SCALARS[type];
}

/** What tells a variant without a name: the constant that its discriminator has. */
function variantName(variant) {
  if (variant.$ref !== undefined || variant.type !== "object") return "";
  const [value] = Object.values(variant.properties).flatMap((one) =>
    one.const === undefined ? [] : [one.const],
  );
  return pascal(String(value ?? ""));
}

function union(types) {
  const all = [...new Set(types)];
  const some = all.filter((type) => type !== "None");
  const one = some.length === 1 ? some[0] : `Union[${some.join(", ")}]`;
  return some.length === all.length ? one : `Optional[${one}]`;
}

function literals(values) {
  const some = values.filter((value) => value !== null);
  const words = some.map((value) => (value === true ? "True" : JSON.stringify(value)));
  return [`Literal[${words.join(", ")}]`, ...(values.includes(null) ? ["None"] : [])];
}

function isObject(schema) {
  return schema.type === "object" && schema.oneOf === undefined;
}

function resolved(parameter) {
  if (parameter.$ref === undefined) return parameter;
  return document.components.parameters[parameter.$ref.split("/").at(-1)];
}

function pascal(words) {
  return words.replaceAll(/(?:^|[^A-Za-z0-9])([A-Za-z0-9])/g, (_, letter) => letter.toUpperCase());
}

function identifier(field) {
  if (!/^[a-z]\w*$/.test(field)) throw new Error(`${field} is no name of a field in Python`);
  return field;
}

function written() {
  const names = [...classes.keys(), ...aliases.keys()].toSorted((one, other) => (one < other ? -1 : 1));
  return [
    "# Written from the OpenAPI document by `make clients-types`, and never by hand.",
    `# sha256 of it: ${createHash("sha256").update(text).digest("hex")}`,
    '"""What the API takes and answers, as its OpenAPI document describes it."""',
    "",
    "from typing import List, Literal, Optional, TypedDict, Union",
    "",
    `__all__ = [\n${names.map((name) => `    ${JSON.stringify(name)},`).join("\n")}\n]`,
    ...[...classes].map(([name, one]) => writtenClass(name, one)),
    "",
    ...[...aliases].map(([name, type]) => `${name} = ${type}`),
    "",
  ].join("\n");
}

/** Python 3.9 has no `NotRequired`: what has to be there stands in a class of its own. */
function writtenClass(name, { description, fields }) {
  const required = fields.filter((field) => field.required);
  const optional = fields.filter((field) => !field.required);
  const head = description === undefined ? [] : [docstring(description), ""];
  const whole = (base, some) =>
    [
      `\n\nclass ${name}(${base}):`,
      ...head,
      ...(some.length === 0 ? ["    pass"] : some.map(writtenField)),
    ].join("\n");
  if (required.length === 0) return whole("TypedDict, total=False", optional);
  if (optional.length === 0) return whole("TypedDict", required);
  const base = `_${name}Required`;
  const first = [`\n\nclass ${base}(TypedDict):`, ...required.map(writtenField)].join("\n");
  return `${first}\n` + whole(`${base}, total=False`, optional);
}

function writtenField({ field, type, description }) {
  return `    ${field}: ${type}` + (description === undefined ? "" : `\n${docstring(description)}`);
}

function docstring(description) {
  return `    ${JSON.stringify(description)}`;
}
