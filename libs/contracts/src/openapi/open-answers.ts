import type { Json, JsonObject } from "./json.ts";

type Schemas = Readonly<Record<string, JsonObject>>;

/** Gets no further field, ever (docs/design/decisions.md#versions). */
const COMPLETE = "Payment";

/**
 * The schemas, open but for what clients send: a later release adds fields to answers and events, and a client that
 * checks them against the document of an earlier one must not refuse them. The server's own schemas stay as they are.
 *
 * @param sent the parts of the document that say what clients send
 */
export function withOpenAnswers(schemas: Schemas, sent: Json): Schemas {
  const closed = namesIn(sent, schemas).add(COMPLETE);
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, closed.has(name) ? schema : opened(schema)]),
  );
}

/** Of the schemas that a part of the document leads to. */
function namesIn(part: Json, schemas: Schemas, found = new Set<string>()): Set<string> {
  for (const [, name = ""] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    namesIn(schemas[name], schemas, found);
  }
  return found;
}

const opened = (schema: JsonObject): JsonObject =>
  JSON.parse(JSON.stringify(schema, (keyword, value: Json) => (closes(keyword, value) ? undefined : value)));

const closes = (keyword: string, value: Json): boolean =>
  keyword === "maxProperties" || (keyword === "additionalProperties" && value === false);
