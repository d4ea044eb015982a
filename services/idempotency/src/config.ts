import { databaseUrl, duration, requestDeadline, type ConfigOf } from "@flowlix/runtime";

/** Settings of the idempotency service (decisions §10). */
export const idempotencyConfig = {
  IDEMPOTENCY_DATABASE_URL: databaseUrl(),
  REQUEST_DEADLINE: requestDeadline(),
  IDEMPOTENCY_RETENTION: duration({ default: "30d", minMs: 60_000, maxMs: 3_650 * 86_400_000 }),
};

export type IdempotencyConfig = ConfigOf<typeof idempotencyConfig>;
