import { METHODS } from "node:http";
import type { FastifyInstance, RouteHandlerMethod } from "fastify";
import type { ApiRequest, Route } from "./route.ts";

/** A value of a path: one part of it, and not empty. */
const VALUE = /^[^/]+$/;

/**
 * Registers each route, and beside the routes of a path one for all other methods: to Fastify's router a path that has
 * only others is an unknown one, and here it is 405 (docs/design/decisions.md#methods). HEAD is GET.
 */
export function registerRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  handler: RouteHandlerMethod,
): void {
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  for (const [template, ofPath] of Map.groupBy(routes, (route) => route.template)) {
    const url = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => `:${name}(${VALUE.source})`);
    const allowed = ofPath.flatMap(methodsOf);
    for (const route of ofPath)
      app.route({ method: methodsOf(route), url, handler, config: { found: { kind: "route", route } } });
    const method = app.supportedMethods.filter((one) => !allowed.includes(one));
    const found = { kind: "path", template, allow: allowed.join(", ") } as const;
    app.route({ method, url, handler, config: { found } });
  }
}

const methodsOf = ({ method }: Route): string[] => (method === "GET" ? ["GET", "HEAD"] : [method]);

const AUTHORITY = /^https?:\/\/[^/?#]*/i;

/**
 * What Fastify's router is to match: the path as it was sent, also of a target in the absolute form. What that router
 * would decode or cut off itself is escaped. What is no path (`*`) becomes one that has no route.
 */
export function pathToMatch(target: string): string {
  const [path = ""] = (target.startsWith("/") ? target : target.replace(AUTHORITY, "")).split("?", 1);
  const escaped = path.replaceAll("%", "%25").replaceAll("#", "%23");
  return escaped.startsWith("/") ? escaped : `/${escaped}`;
}

/** The values of a path that was matched as it was sent. */
export const pathParamsOf = (values: unknown): ApiRequest["params"] =>
  Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [name, decoded(String(value))]));

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
