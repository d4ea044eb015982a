import type { TSchema } from "typebox";
import type { ErrorCode } from "./error-catalogue.ts";
import type { QueryParameters } from "./list-query.ts";
import type { KeyPermission } from "./scope.ts";
import type { CreateOperation } from "./services/idempotency.ts";

/** One public HTTP operation: all that routing, validation, documentation and identity need to know. */
export interface Operation {
  readonly id: string;
  readonly summary: string;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** With `{name}` for path values. */
  readonly path: string;
  /** Any one of these suffices; with neither this nor `allPermissions` no key is asked for. */
  readonly permissions?: readonly KeyPermission[];
  /** All of these are needed. */
  readonly allPermissions?: readonly KeyPermission[];
  readonly pathParams?: Readonly<Record<string, TSchema>>;
  readonly query?: QueryParameters;
  /** Of these, those that must be there. */
  readonly requiredQuery?: readonly string[];
  readonly body?: TSchema;
  /** Whether the body may be left out, media type and all, where none of its fields is required. */
  readonly bodyOptional?: true;
  /** Present on creates: the key's operation, and the body's fields in the request's identity. */
  readonly idempotency?: { readonly operation: CreateOperation; readonly identity: readonly string[] };
  readonly success: { readonly status: 200 | 201; readonly body: TSchema };
  /** Codes this operation may answer besides those of every route (docs/design/specification.md#error-codes). */
  readonly errors: readonly ErrorCode[];
}

/** What every operation that asks for a key may answer. */
export const AUTHENTICATED = [
  "invalid_api_key",
  "rate_limit_exceeded",
  "actor_forbidden",
  "parameter_invalid",
  "internal_error",
  "service_unavailable",
] as const satisfies readonly ErrorCode[];
