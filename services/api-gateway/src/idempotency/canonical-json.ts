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
  if (typeof value !== "object") throw new TypeError(`no JSON has a ${typeof value}`);
  const entries: [string, Json][] = [];
  for (const [name, member] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const kept = canonical(member);
    if (kept !== undefined) entries.push([name, kept]);
  }
  // Object.fromEntries defines properties, so that a member called __proto__ stays an ordinary one.
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
