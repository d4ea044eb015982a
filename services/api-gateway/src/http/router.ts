import type { Route } from "./route.ts";
import type { PathParams } from "./path-params.ts";

export type Match =
  | { readonly kind: "found"; readonly route: Route; readonly params: PathParams }
  | { readonly kind: "method_not_allowed"; readonly template: string; readonly allow: string }
  | { readonly kind: "not_found" };

interface Path {
  readonly template: string;
  readonly segments: readonly string[];
  readonly byMethod: Map<string, Route>;
  allow: string;
}

const REST = "/*";
const NO_PARAMS: PathParams = {};
const NOT_FOUND: Match = { kind: "not_found" };

export interface Router {
  match(method: string, target: string): Match;
}

/**
 * Our own table, because the specification decides what 404 and 405 mean: a path is matched before its
 * method, a trailing slash is another path, HEAD is GET, and a malformed escape in a path value is that
 * value's fault and no other route's (docs/design/decisions.md#methods). Literal segments win over values, and both
 * over a template that ends in `/*`, which takes whatever else lies below it.
 */
export function createRouter(routes: readonly Route[]): Router {
  const literal = new Map<string, Path>();
  const withValues: Path[] = [];
  const subtrees: Path[] = [];
  for (const route of routes) {
    const listed = listOf(route.template, withValues, subtrees);
    let path = literal.get(route.template) ?? listed?.find((one) => one.template === route.template);
    if (path === undefined) {
      path = {
        template: route.template,
        segments: route.template.split("/"),
        byMethod: new Map(),
        allow: "",
      };
      if (listed === null) literal.set(route.template, path);
      else listed.push(path);
    }
    path.byMethod.set(route.method, route);
    if (route.method === "GET") path.byMethod.set("HEAD", route);
    path.allow = [...path.byMethod.keys()].join(", ");
  }
  const patterns = [...withValues, ...subtrees];
  return { match: (method, target) => matchTarget(literal, patterns, method, pathOf(target)) };
}

/** Where a template is looked for one by one; null for one that is found by its path. */
function listOf(template: string, withValues: Path[], subtrees: Path[]): Path[] | null {
  if (template.endsWith(REST)) return subtrees;
  return template.includes("{") ? withValues : null;
}

/** The path of a request target; the absolute form (`http://host/path`) is legal too. */
function pathOf(target: string): string {
  let path = target;
  if (!path.startsWith("/")) {
    const authority = /^https?:\/\/[^/?#]*/i.exec(path);
    path = path.slice(authority?.[0].length ?? 0);
  }
  const query = path.indexOf("?");
  return query === -1 ? path : path.slice(0, query);
}

function matchTarget(
  literal: Map<string, Path>,
  patterns: readonly Path[],
  method: string,
  path: string,
): Match {
  const exact = literal.get(path);
  if (exact !== undefined && exact.template.indexOf("{") === -1) return matchMethod(exact, method, NO_PARAMS);
  const segments = path.split("/");
  for (const candidate of patterns) {
    const params = valuesOf(candidate, segments);
    if (params !== null) return matchMethod(candidate, method, params);
  }
  return NOT_FOUND;
}

function matchMethod(path: Path, method: string, params: PathParams): Match {
  const route = path.byMethod.get(method);
  if (route === undefined) return { kind: "method_not_allowed", template: path.template, allow: path.allow };
  return { kind: "found", route, params };
}

function valuesOf(path: Path, segments: readonly string[]): PathParams | null {
  if (path.template.endsWith(REST)) {
    const above = path.segments.slice(0, -1);
    const isBelow = segments.length > above.length && above.every((one, index) => one === segments[index]);
    return isBelow ? NO_PARAMS : null;
  }
  if (segments.length !== path.segments.length) return null;
  const params: Record<string, string | null> = {};
  for (const [index, expected] of path.segments.entries()) {
    const segment = segments[index] ?? "";
    if (expected.startsWith("{")) {
      if (segment === "") return null;
      params[expected.slice(1, -1)] = decoded(segment);
    } else if (segment !== expected) {
      return null;
    }
  }
  return params;
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
