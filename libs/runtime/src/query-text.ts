/** One `name=value` of a query; null where it is malformed or ill-formed. */
export interface QueryEntry {
  readonly name: string | null;
  readonly value: string | null;
}

/** The query of a request target as it was sent, without the question mark; empty where there is none. */
export function queryOf(target: string): string {
  const mark = target.indexOf("?");
  return mark === -1 ? "" : target.slice(mark + 1);
}

/** What a query says, in its order. `+` is a space, as forms and most clients write it. */
export function parseQuery(query: string): QueryEntry[] {
  return query
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const equals = pair.indexOf("=");
      if (equals === -1) return { name: decoded(pair), value: "" };
      return { name: decoded(pair.slice(0, equals)), value: decoded(pair.slice(equals + 1)) };
    });
}

/**
 * Null for a malformed escape, for bytes that are not UTF-8 and for U+0000 (docs/design/decisions.md#text and #lists).
 * Node gives bytes that were sent without an escape as one character each, so they are escaped first.
 */
function decoded(text: string): string | null {
  const escaped = text
    .replaceAll("+", " ")
    .replace(/[\u0080-\u00ff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
  try {
    const value = decodeURIComponent(escaped);
    return value.includes("\u0000") ? null : value;
  } catch {
    return null;
  }
}
