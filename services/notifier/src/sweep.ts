import type { Pool } from "@flowlix/persistence";
import type { QueuesStore } from "./deliveries/queues-store.ts";
import { sweepEvents, type Swept } from "./events/sweep-events.ts";

/** Statements of one sweep: what is left waits for the next, a minute later. */
const STATEMENTS_MAX = 1_000;

/** Deletes events whose time is over, with their deliveries, and records as cancelled what nobody will be sent. */
export async function sweep(
  deps: { readonly background: Pool; readonly queues: QueuesStore },
  retentionMs: number,
): Promise<void> {
  try {
    for (let count = 0; count < STATEMENTS_MAX; count += 1) if (!(await deps.queues.cancelDead())) break;
  } finally {
    // Whatever became of that: events are not kept beyond their time.
    await sweepPast(deps.background, retentionMs);
  }
}

async function sweepPast(background: Pool, retentionMs: number): Promise<void> {
  let swept: Swept = { after: "", more: true };
  for (let count = 0; swept.more && count < STATEMENTS_MAX; count += 1)
    swept = await sweepEvents(background, retentionMs, swept.after);
}
