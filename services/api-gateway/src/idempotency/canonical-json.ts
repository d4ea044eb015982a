type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/**
 * JSON text that is equal for equal identities: names in code unit order, and what is omitted, null or
 * an empty object left out, since these are one value (docs/design/decisions.md#identity). Takes parsed JSON.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(canonical(value) ?? null);
}

function canonical(value: unknown): Json | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  // Positions matter in a list, so an empty value keeps its place.
  if (Array.isArray(value)) return value.map((item) => canonical(item) ?? null);
  if (!isRecord(value)) throw new TypeError(`no JSON has a ${typeof value}`);
  const kept: Record<string, Json> = {};
  let empty = true;
  // By default it is sorted by code units.
  for (const name of Object.keys(value).sort()) {
    const json = canonical(value[name]);
    if (json === undefined) continue;
    empty = false;
    // Defined, because assigning a member called __proto__ would set the prototype.
    if (name === "__proto__") Object.defineProperty(kept, name, { value: json, enumerable: true });
    else kept[name] = json;
  }
  return empty ? undefined : kept;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
