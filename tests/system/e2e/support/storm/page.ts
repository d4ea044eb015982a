/** What a payer's browser without scripts reads of a hosted page. */
export interface ReadPage {
  /** What `main` says the page is about: `form`, `challenge`, `succeeded`, … */
  readonly state: string;
  /** Where it leads by itself; null where it stays. */
  readonly next: string | null;
  readonly formAction: string;
  readonly formToken: string;
}

/** @param url of the page, to which its links belong */
export function readPage(html: string, url: string): ReadPage {
  const meta = tagWith(html, "meta", 'http-equiv="refresh"');
  const target = /url=(.*)/i.exec(attribute(meta, "content"))?.[1];
  return {
    state: attribute(tagWith(html, "main", "data-state"), "data-state"),
    next: target === undefined ? null : new URL(target, url).href,
    formAction: new URL(attribute(tagWith(html, "form", "action"), "action"), url).href,
    formToken: attribute(tagWith(html, "input", 'name="form-token"'), "value"),
  };
}

/** The first one. */
const tagWith = (html: string, name: string, part: string): string =>
  html.match(/<[a-z]+\b[^<>]*>/g)?.find((tag) => tag.startsWith(`<${name} `) && tag.includes(part)) ?? "";

const attribute = (tag: string, name: string): string =>
  (tag.split(` ${name}="`)[1]?.split('"')[0] ?? "").replaceAll("&amp;", "&");
