import { setTimeout as sleep } from "node:timers/promises";
import { openSlots, type Slots, type Target } from "./slots.ts";
import { createSamples, type LatencySummary } from "./samples.ts";
import type { Tally } from "./tally.ts";

/** A connection for every request that may be waiting: an open loop never holds an arrival back. */
const OPEN_LOOP_CONNECTIONS = 1_024;
const SETTLE_POLL_MS = 1;

export type LoadShape =
  | { readonly kind: "open"; readonly ratePerSecond: number }
  | { readonly kind: "closed"; readonly clients: number };

/** Arrivals a second, each as an open loop, then client counts, each as a closed one. */
export const shapesOf = (rates: readonly number[], clients: readonly number[]): LoadShape[] => [
  ...rates.map((ratePerSecond) => ({ kind: "open" as const, ratePerSecond })),
  ...clients.map((count) => ({ kind: "closed" as const, clients: count })),
];

export interface LoadResult {
  readonly tally: Tally;
  /** From the scheduled arrival (open loop) or from sending (closed loop) to the whole answer. */
  readonly latencyMs: LatencySummary | null;
  /** How late the generator itself sent: part of the open-loop latency that is not the product's. */
  readonly sendLagMs: LatencySummary | null;
}

/** Puts load on the target for so many seconds and waits until every request has ended. */
export function runLoad(target: Target, shape: LoadShape, seconds: number): Promise<LoadResult> {
  return shape.kind === "open"
    ? runOpenLoop(target, shape.ratePerSecond, seconds)
    : runClosedLoop(target, shape.clients, seconds);
}

/** So many clients, each sending its next request as soon as it has its answer. */
async function runClosedLoop(target: Target, clients: number, seconds: number): Promise<LoadResult> {
  const until = performance.now() + seconds * 1_000;
  const slots = openSlots(target, clients, () => {
    const now = performance.now();
    if (now < until) slots.sendSince(now);
  });
  for (let i = 0; i < clients; i += 1) slots.sendSince(performance.now());
  return finish(slots, until, null);
}

/**
 * Evenly spaced arrivals, sent when due whatever is still unanswered. Latency counts from the time an
 * arrival was due, so a stall is seen by everyone who would have come during it.
 */
async function runOpenLoop(target: Target, ratePerSecond: number, seconds: number): Promise<LoadResult> {
  const lag = createSamples();
  const slots = openSlots(target, OPEN_LOOP_CONNECTIONS, () => undefined);
  const start = performance.now();
  const total = Math.round(ratePerSecond * seconds);
  let sent = 0;
  while (sent < total) {
    const now = performance.now();
    const due = start + (sent * 1_000) / ratePerSecond;
    if (due > now) {
      await sleep(Math.max(1, Math.floor(due - now)));
    } else if (slots.sendSince(due)) {
      lag.add(now - due);
      sent += 1;
    } else {
      // Every connection waits for its answer: looking again at once would take the processor from them.
      await sleep(SETTLE_POLL_MS);
    }
  }
  return finish(slots, performance.now(), lag.summary());
}

async function finish(slots: Slots, until: number, sendLagMs: LatencySummary | null): Promise<LoadResult> {
  while (performance.now() < until) await sleep(Math.max(SETTLE_POLL_MS, until - performance.now()));
  // Bounded: each request is given up after its own timeout.
  while (slots.inFlight() > 0) await sleep(SETTLE_POLL_MS);
  slots.close();
  return { tally: slots.tally, latencyMs: slots.latency.summary(), sendLagMs };
}
