import type { Settings } from "./settings.ts";
import { send, type CallOptions, type CreateOptions } from "./transport.ts";

/** The five ways to call the API. Kept in private fields, so that printing a client shows no key. */
export interface Caller {
  read<Answer>(path: string, options?: CallOptions): Promise<Answer>;
  /** A create, with its idempotency key. */
  make<Answer>(path: string, body: object, options?: CreateOptions): Promise<Answer>;
  /** A POST that has no idempotency key. */
  post<Answer>(path: string, body: object | undefined, options?: CallOptions): Promise<Answer>;
  patch<Answer>(path: string, body: object, options?: CallOptions): Promise<Answer>;
  remove<Answer>(path: string, options?: CallOptions): Promise<Answer>;
  /** Where 503 is an answer and no error. */
  health<Answer>(path: string, options?: CallOptions): Promise<Answer>;
}

export function callerOf(settings: Settings): Caller {
  return {
    read: (path, options = {}) => send(settings, { method: "GET", path, repeatable: "safe" }, options),
    make: (path, body, options = {}) =>
      send(settings, { method: "POST", path, body, repeatable: "keyed" }, options),
    post: (path, body, options = {}) =>
      send(settings, { method: "POST", path, body, repeatable: "once" }, options),
    patch: (path, body, options = {}) =>
      send(settings, { method: "PATCH", path, body, repeatable: "safe" }, options),
    remove: (path, options = {}) => send(settings, { method: "DELETE", path, repeatable: "safe" }, options),
    health: (path, options = {}) =>
      send(settings, { method: "GET", path, repeatable: "safe", alsoAnswers: 503 }, options),
  };
}
