import { parseQuery, queryOf } from "@flowlix/runtime";
import { isPublicId } from "../explain/public-ids.ts";
import { isKnownName, isShown, LONG_DIGITS, TAKEN_OUT } from "./shown-fields.ts";

const PATH_MAX = 300;

/** In the place of a name that the contract does not know. */
const UNKNOWN_PARAMETER = "[unknown parameter]";

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
    const shown = isShown(name, valueOf(value)) ? value : TAKEN_OUT;
    return [`${isKnownName(name) ? name : UNKNOWN_PARAMETER}=${shown}`];
  });
  return (query.length === 0 ? path : `${path}?${query.join("&")}`).slice(0, PATH_MAX);
}

/** Numbers of a query are text. */
const valueOf = (text: string): unknown => (/^[0-9]{1,11}$/.test(text) ? Number(text) : text);
