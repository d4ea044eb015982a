import { databaseUrl, idempotencyRetention, requestDeadline, type ConfigOf } from "@flowlix/runtime";

/** Settings of the idempotency service (docs/design/decisions.md#settings). */
export const idempotencyConfig = {
  IDEMPOTENCY_DATABASE_URL: databaseUrl(),
  REQUEST_DEADLINE: requestDeadline(),
  IDEMPOTENCY_RETENTION: idempotencyRetention(),
};

export type IdempotencyConfig = ConfigOf<typeof idempotencyConfig>;
