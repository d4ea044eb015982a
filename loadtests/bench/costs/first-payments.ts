import { runLoad } from "../load/run-load.ts";
import type { LatencySummary } from "../load/samples.ts";
import type { Target } from "../load/slots.ts";

/** A hundred payments in a second, each by itself. */
const RATE = 100;
const SECONDS = 1;

export async function measureFirst(target: Target): Promise<LatencySummary> {
  const { latencyMs, tally } = await runLoad(target, { kind: "open", ratePerSecond: RATE }, SECONDS);
  if (latencyMs === null || tally.created < RATE)
    throw new Error(`of ${RATE} payments ${tally.created} were created`);
  return latencyMs;
}

export interface FirstMeasured {
  /** Of a process that has just said that it is ready. */
  readonly first: LatencySummary;
  readonly later: LatencySummary;
}

/** How much slower a process that says ready is at first. */
export function firstText({ first, later }: FirstMeasured): string {
  const told = ({ p50, p99 }: LatencySummary) => `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
  return `the first ${RATE} payments: ${told(first)}; ${RATE} when warm: ${told(later)}`;
}
