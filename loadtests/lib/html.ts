/** The value of an input of a page, as a browser would send it back; empty where there is none. */
export function inputValue(html: string, name: string): string {
  for (const [input] of html.matchAll(/<input\b[^<>]*>/g)) {
    if (attribute(input, "name") === name) return attribute(input, "value");
  }
  return "";
}

/** What `main` says the page is about: `form`, `challenge`, `succeeded`, … */
export const stateOf = (html: string): string =>
  attribute(/<main\b[^<>]*>/.exec(html)?.[0] ?? "", "data-state");

/** The address of the first form. */
export const formAction = (html: string): string =>
  attribute(/<form\b[^<>]*>/.exec(html)?.[0] ?? "", "action");

/** Where a page leads by itself, as `<meta http-equiv="refresh">` says. */
export function refreshTarget(html: string): string | null {
  for (const [meta] of html.matchAll(/<meta\b[^<>]*>/g)) {
    if (attribute(meta, "http-equiv").toLowerCase() !== "refresh") continue;
    const content = attribute(meta, "content");
    const at = content.toLowerCase().indexOf(TARGET);
    if (at !== -1) return content.slice(at + TARGET.length);
  }
  return null;
}

const TARGET = "url=";

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  "#x27": "'",
};

function attribute(tag: string, name: string): string {
  const values = [...tag.matchAll(/\s([a-z-]+)="([^"]*)"/g)];
  const value = values.find(([, one]) => one === name)?.[2] ?? "";
  return value.replaceAll(/&(#?\w+);/g, (whole, entity: string) => ENTITIES[entity] ?? whole);
}

/** A link of a page as an address: what begins with a slash belongs to the page's own host. */
export function absolute(base: string, link: string): string {
  if (/^https?:\/\//.test(link)) return link;
  const origin = /^https?:\/\/[^/]+/.exec(base)?.[0] ?? "";
  return link.startsWith("/") ? origin + link : base.slice(0, base.lastIndexOf("/") + 1) + link;
}
