import { sleep } from "./sleep.ts";
import type { CallOptions } from "./transport.ts";

export interface WaitOptions extends CallOptions {
  /** How long to go on reading, in milliseconds; 30 seconds. */
  readonly forMs?: number;
  /** Between two reads, in milliseconds; one second. */
  readonly everyMs?: number;
}

/** A status that is none of these, one of a later release too, changes by itself. */
const RESTS: readonly string[] = ["SUCCEEDED", "FAILED", "EXPIRED", "REQUIRES_ACTION"];
const FOR_MS = 30_000;
const EVERY_MS = 1_000;

/**
 * Reads an object until its status is one that does not change by itself, or the time is over, or its signal ended it.
 */
export async function untilEnded<Item extends { readonly status: string }>(
  read: () => Promise<Item>,
  { forMs = FOR_MS, everyMs = EVERY_MS, signal }: WaitOptions = {},
): Promise<Item> {
  const until = performance.now() + forMs;
  for (;;) {
    const item = await read();
    if (RESTS.includes(item.status) || performance.now() + everyMs > until) return item;
    if (!(await sleep(everyMs, signal))) return item;
  }
}
