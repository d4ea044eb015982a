import type { Pace } from "./pace.ts";
import type { Wanted } from "./queues-store.ts";

/** Tries under way in this process, of each pool. */
export const POOL_SLOTS = 256;

export type SlotPool = "fast" | "slow";
export const SLOT_POOLS: readonly SlotPool[] = ["fast", "slow"];
export const poolOf = ({ slow }: Pace): SlotPool => (slow ? "slow" : "fast");

/** What the sharing out needs to know of a queue. */
export interface Sharing {
  readonly endpointId: string;
  readonly pace: Pace;
  /** Its tries under way. */
  readonly sending: number;
}

/**
 * Shares a pool's free slots evenly among the queues that want some, and gives none more than its pace allows.
 * Where there are fewer slots than queues, the first ones get one each; callers rotate the order.
 */
export function shareSlots(queues: readonly Sharing[], freeSlots: number): Wanted[] {
  const shares: Wanted[] = [];
  let left = freeSlots;
  for (const [index, { endpointId, pace, sending }] of queues.entries()) {
    if (left <= 0) break;
    const fair = Math.max(1, Math.floor(left / (queues.length - index)));
    const free = Math.min(pace.window - sending, fair);
    if (free <= 0) continue;
    shares.push({ endpoint_id: endpointId, free });
    left -= free;
  }
  return shares;
}
