import type { Page } from "./types.ts";

type Value = string | number | boolean;
type Parameter = Value | readonly Value[] | Readonly<Record<string, Value | undefined>> | undefined;

/** `?name=value`: lists are repeated, `{ created: { gte: 1 } }` is `created[gte]=1`; empty where there is nothing. */
export function queryText(query: object = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries<Parameter>({ ...query })) {
    if (value === undefined) continue;
    if (Array.isArray(value)) for (const one of value) parameters.append(name, String(one));
    else if (typeof value === "object")
      for (const [bound, limit] of Object.entries(value)) {
        if (limit !== undefined) parameters.append(`${name}[${bound}]`, String(limit));
      }
    else parameters.append(name, String(value));
  }
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
}

interface Cursors {
  readonly starting_after?: string | undefined;
  readonly ending_before?: string | undefined;
}

/**
 * Every object of a list, page by page. From `ending_before` on it goes from older to newer, as they came; otherwise
 * from newer to older (docs/site/lists.md).
 */
export async function* eachOf<Item extends { readonly id: string }, Query extends Cursors>(
  list: (query: Query) => Promise<Page<Item>>,
  query: Query,
): AsyncGenerator<Item, void, undefined> {
  const newer = query.ending_before !== undefined;
  let at = query;
  for (;;) {
    const { data, has_more } = await list(at);
    const items: Item[] = [];
    for (const item of data) items[newer ? "unshift" : "push"](item);
    yield* items;
    const last = items.at(-1);
    if (!has_more || last === undefined) return;
    at = newer ? { ...query, ending_before: last.id } : { ...query, starting_after: last.id };
  }
}
