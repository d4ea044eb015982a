import type { KeyPermission, Operation } from "@flowlix/contracts";
import { DomainError, namesItsHost } from "@flowlix/runtime";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ApiCaller } from "../access/api-caller.ts";
import { authenticate, type Authentication } from "../access/authenticate.ts";
import type { Quota } from "../access/quota.ts";
import { readIdempotencyKey } from "./idempotency-key.ts";
import type { Route } from "./route.ts";

export interface AdmitDeps {
  readonly authentication: Authentication;
  readonly quota: Quota;
  readonly onRateLimited: (template: string) => void;
}

/**
 * Everything that is asked before the body: route, method, key, quota, permission, headers, in this
 * order (docs/design/decisions.md#request-order). Errors: resource_not_found, method_not_allowed, invalid_api_key,
 * service_unavailable, rate_limit_exceeded, actor_forbidden, parameter_missing, parameter_invalid.
 */
export async function admit(deps: AdmitDeps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { exchange } = request;
  const route = routeOf(request, reply);
  exchange.route = route;
  if (route.access === "open") return;
  // An answer is for the key that asked. No cache may keep it for others.
  reply.header("Cache-Control", "no-store");
  const caller = await authenticate(deps.authentication, request.headers.authorization, exchange.deadline);
  exchange.caller = caller;
  spendQuota(deps, caller, exchange.template, reply);
  requirePermission(caller, route.operation);
  if (route.operation.idempotency !== undefined) {
    exchange.idempotencyKey = readIdempotencyKey(request.raw);
  }
}

function routeOf({ exchange, raw, routeOptions }: FastifyRequest, reply: FastifyReply): Route {
  // Node's own check answers without our headers, so it is switched off and made here.
  if (!namesItsHost(raw)) throw new DomainError("invalid_request");
  const { found } = routeOptions.config;
  if (found === undefined) throw new DomainError("resource_not_found");
  if (found.kind === "path") {
    exchange.template = found.template;
    reply.header("Allow", found.allow);
    throw new DomainError("method_not_allowed");
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
  throw new DomainError("rate_limit_exceeded", { retryAfterS: state.retryAfterS });
}

function requirePermission(caller: ApiCaller, { permissions, allPermissions }: Operation): void {
  const has = (permission: KeyPermission) => caller.permissions.includes(permission);
  const may = allPermissions === undefined ? permissions?.some(has) : allPermissions.every(has);
  if (may !== true) throw new DomainError("actor_forbidden");
}
