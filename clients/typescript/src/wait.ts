import { sleep } from "./sleep.ts";
import type { CallOptions } from "./transport.ts";

export interface WaitOptions extends CallOptions {
  /** How long to go on reading, in milliseconds; 30 seconds. */
  readonly forMs?: number;
  /** Between two reads, in milliseconds; one second. */
  readonly everyMs?: number;
}

const GOES_ON: readonly string[] = ["PENDING", "PROCESSING"];
const FOR_MS = 30_000;
const EVERY_MS = 1_000;

/** Reads an object until its status is one that does not change by itself, or the time is over, or its signal ended it. */
export async function untilEnded<Item extends { readonly status: string }>(
  read: () => Promise<Item>,
  { forMs = FOR_MS, everyMs = EVERY_MS, signal }: WaitOptions = {},
): Promise<Item> {
  const until = performance.now() + forMs;
  for (;;) {
    const item = await read();
    if (!GOES_ON.includes(item.status) || performance.now() + everyMs > until) return item;
    if (!(await sleep(everyMs, signal))) return item;
  }
}
