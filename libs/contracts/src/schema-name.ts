import type { TSchema } from "typebox";

const schemas = new Map<string, TSchema>();
let names: ReadonlyMap<string, string> | undefined;

/**
 * Gives a schema a name of its own in the OpenAPI document. Clients are generated with these names: they stay
 * (docs/decisions/0089-a-document-that-tools-like.md).
 */
export function named(name: string, schema: TSchema): void {
  if (schemas.has(name)) throw new Error(`two schemas of the document are called ${name}`);
  schemas.set(name, schema);
  names = undefined;
}

/** Every schema that has a name, in the order of the names. */
export const namedSchemas = (): readonly (readonly [name: string, schema: TSchema])[] =>
  [...schemas].toSorted(([a], [b]) => (a < b ? -1 : 1));

/** The name of a schema, by what it says: TypeBox copies a schema that becomes optional. */
export const nameOf = (schema: unknown): string | undefined =>
  (names ??= namesByText()).get(JSON.stringify(schema));

function namesByText(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [name, schema] of schemas) {
    const text = JSON.stringify(schema);
    const other = found.get(text);
    if (other !== undefined) throw new Error(`${other} and ${name} of the document say the same`);
    found.set(text, name);
  }
  return found;
}
