import type { Pace } from "./pace.ts";
import type { Wanted } from "./queues-store.ts";

/** Tries under way in this process, in each lane. */
export const LANE_SLOTS = 256;

export type Lane = "fast" | "slow";
export const LANES: readonly Lane[] = ["fast", "slow"];
export const laneOf = ({ slow }: Pace): Lane => (slow ? "slow" : "fast");

/** What the sharing out needs to know of a queue. */
export interface Sharing {
  readonly endpointId: string;
  readonly pace: Pace;
  /** Its tries under way. */
  readonly sending: number;
}

/**
 * Shares a lane's free slots among the queues that want some: evenly, and never more to one than its pace
 * allows. Where there are fewer slots than queues, the first ones get one each; callers turn the order.
 */
export function shareSlots(queues: readonly Sharing[], free: number): Wanted[] {
  const shares: Wanted[] = [];
  let left = free;
  for (const [index, { endpointId, pace, sending }] of queues.entries()) {
    if (left <= 0) break;
    const fair = Math.max(1, Math.floor(left / (queues.length - index)));
    const room = Math.min(pace.window - sending, fair);
    if (room <= 0) continue;
    shares.push({ endpoint_id: endpointId, room });
    left -= room;
  }
  return shares;
}
