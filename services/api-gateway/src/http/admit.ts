import type { KeyPermission, Operation } from "@flowlix/contracts";
import { DomainError, namesItsHost } from "@flowlix/runtime";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ApiCaller } from "../access/api-caller.ts";
import { authenticate, type Authentication } from "../access/authenticate.ts";
import type { Quota } from "../access/quota.ts";
import { explainRoute } from "../explain/explain-route.ts";
import { readIdempotencyKey } from "./idempotency-key.ts";
import type { Route } from "./route.ts";

export interface AdmitDeps {
  readonly authentication: Authentication;
  readonly quota: Quota;
  readonly onRateLimited: (template: string) => void;
  /** Every path that there is, as its template. */
  readonly templates: readonly string[];
}

/**
 * Everything that is asked before the body: route, method, key, quota, permission, headers, in this
 * order (docs/design/decisions.md#request-order). Errors: resource_not_found, method_not_allowed, invalid_api_key,
 * service_unavailable, rate_limit_exceeded, actor_forbidden, parameter_missing, parameter_invalid.
 */
export async function admit(deps: AdmitDeps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { exchange } = request;
  const route = routeOf(deps, request, reply);
  exchange.route = route;
  if (route.access === "open") return;
  // An answer is for the key that asked. No cache may keep it for others.
  reply.header("Cache-Control", "no-store");
  const caller = await authenticate(deps.authentication, request.headers, exchange.deadline);
  exchange.caller = caller;
  spendQuota(deps, caller, exchange.template, reply);
  requirePermission(caller, route.operation);
  if (route.operation.idempotency !== undefined) {
    exchange.idempotencyKey = readIdempotencyKey(request.raw);
  }
}

function routeOf(
  { templates }: AdmitDeps,
  { exchange, raw, routeOptions, originalUrl }: FastifyRequest,
  reply: FastifyReply,
): Route {
  // Node's own check answers without our headers, so it is switched off and made here.
  if (!namesItsHost(raw))
    throw new DomainError("invalid_request", { explanation: "A request needs exactly one Host header." });
  const { found } = routeOptions.config;
  if (found === undefined) {
    const [path = ""] = originalUrl.split("?", 1);
    throw new DomainError("resource_not_found", { explanation: explainRoute(path, templates) });
  }
  if (found.kind === "path") {
    exchange.template = found.template;
    reply.header("Allow", found.allow);
    const explanation = `${found.template} takes ${found.allow} alone.`;
    throw new DomainError("method_not_allowed", { explanation });
  }
  exchange.template = found.route.template;
  return found.route;
}

/**
 * Only the key is checked before the quota. So a request that the quota refuses has changed nothing
 * (docs/design/decisions.md#quota).
 */
function spendQuota(deps: AdmitDeps, caller: ApiCaller, template: string, reply: FastifyReply): void {
  const state = deps.quota.take(caller.keyId);
  reply.header("X-RateLimit-Limit", String(state.limit));
  reply.header("X-RateLimit-Remaining", String(state.remaining));
  reply.header("X-RateLimit-Reset", String(state.resetAt));
  if (state.allowed) return;
  deps.onRateLimited(template);
  const explanation = `This key may send ${state.limit} requests at once and has used them. Wait as Retry-After says.`;
  throw new DomainError("rate_limit_exceeded", { explanation, retryAfterS: state.retryAfterS });
}

/** Errors: actor_forbidden. */
export function requirePermission(
  caller: ApiCaller,
  { permissions, allPermissions }: Pick<Operation, "permissions" | "allPermissions">,
): void {
  const has = (permission: KeyPermission) => caller.permissions.includes(permission);
  const may = allPermissions === undefined ? permissions?.some(has) : allPermissions.every(has);
  if (may === true) return;
  const needed =
    allPermissions === undefined
      ? `one of the permissions ${permissions?.join(", ")}`
      : `all of the permissions ${allPermissions.join(", ")}`;
  const explanation = `This needs ${needed}. The key has ${caller.permissions.join(", ") || "none"}.`;
  throw new DomainError("actor_forbidden", { explanation });
}
