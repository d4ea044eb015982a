import type { DataSource } from "typeorm";

/** Since when objects have the ids of the requests that made them, in ms of the database's time; minus infinity where they always had. */
export async function namedAfterRequestsSinceMs(db: DataSource): Promise<number> {
  const [row]: { since_ms: number }[] = await db.query(
    "select (extract(epoch from since) * 1000)::float8 as since_ms from gateway.named_after_requests",
  );
  return row?.since_ms ?? Infinity;
}
