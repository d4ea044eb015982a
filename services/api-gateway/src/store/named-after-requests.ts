import { query, type Pool } from "@flowlix/persistence";

/**
 * Since when objects have the ids of the requests that made them, in ms of the database's time; minus infinity where
 * they always had.
 */
export async function namedAfterRequestsSinceMs(read: Pool): Promise<number> {
  const [row] = await query<{ since_ms: number }>(read, {
    name: "gateway_named_after_requests",
    text: "select (extract(epoch from since) * 1000)::float8 as since_ms from gateway.named_after_requests",
    values: [],
  });
  return row?.since_ms ?? Infinity;
}
