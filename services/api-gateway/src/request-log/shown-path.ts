import { parseQuery, queryOf } from "@flowlix/runtime";
import { isPublicId } from "../explain/explain-id.ts";
import { isShown } from "./shown-fields.ts";

const PATH_MAX = 300;
const LONG_DIGITS = /[0-9]{12}/;

/** A path with the ids that it holds, and a query as far as it may be kept; else names of what was there. */
export function shownPath(
  template: string,
  params: Readonly<Record<string, string | null>>,
  target: string,
): string {
  const path = template.replaceAll(/\{(\w+)\}/g, (place, name: string) => {
    const value = params[name] ?? "";
    return isPublicId(value) && !LONG_DIGITS.test(value) ? value : place;
  });
  const query = parseQuery(queryOf(target)).flatMap(({ name, value }) => {
    if (name === null || value === null) return [];
    return isShown(name, valueOf(value)) ? [`${name}=${value}`] : [];
  });
  return (query.length === 0 ? path : `${path}?${query.join("&")}`).slice(0, PATH_MAX);
}

/** Numbers of a query are text. */
const valueOf = (text: string): unknown => (/^[0-9]{1,11}$/.test(text) ? Number(text) : text);
