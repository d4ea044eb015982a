import { existsSync, readFileSync } from "node:fs";

/** Where the release and its load are. */
export const NAMESPACE = "payments";

/** What a container had taken, at a probe. */
export interface Taken {
  readonly pod: string;
  readonly container: string;
  /** Since its start. */
  readonly cpuSeconds: number;
  /** Working set, by which kubelet checks. */
  readonly bytes: number;
}

/** A line of the watcher; `at` is in Unix milliseconds. */
export type Probe =
  | { readonly at: number; readonly healthy: boolean }
  | { readonly at: number; readonly taken: readonly Taken[] };

export function readProbes(file: string): Probe[] {
  if (!existsSync(file)) return [];
  // The last line may be being written.
  const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
  return lines.map((line): Probe => JSON.parse(line));
}

/** How long merchants were not served after something was done to the platform. */
export interface Outage {
  /** Milliseconds from then to the last probe that failed; 0 where none did. */
  readonly recoveredMs: number;
  readonly failedProbes: number;
}

const STEADY_MS = 5_000;

/** Undefined until the platform has been healthy for some seconds without a break. */
export function outageSince(probes: readonly Probe[], since: number, now: number): Outage | undefined {
  const seen = probes.flatMap((probe) => ("healthy" in probe && probe.at >= since ? [probe] : []));
  const failed = seen.filter(({ healthy }) => !healthy);
  const lastFailure = failed.at(-1)?.at ?? since;
  const last = seen.at(-1);
  if (last === undefined || now - lastFailure < STEADY_MS || last.at - lastFailure < STEADY_MS / 2)
    return undefined;
  // The first probe that went well again is the moment it was back.
  const back = seen.find(({ at }) => at > lastFailure)?.at ?? lastFailure;
  return { recoveredMs: failed.length === 0 ? 0 : back - since, failedProbes: failed.length };
}

/** A time during which something was measured, in Unix milliseconds. */
export interface Phase {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** What the pods of a workload took in a phase. */
export interface Usage {
  readonly workload: string;
  /** Median and most of one container's working set. */
  readonly bytesMedian: number;
  readonly bytesMax: number;
  /** Cores, mean over the phase and over the busiest span between two probes, of all its pods together. */
  readonly coresMean: number;
  readonly coresMax: number;
}

/** Of a Deployment's pod as of a StatefulSet's. @param prefix the release's name and a hyphen */
export function workloadOf(pod: string, prefix: string): string {
  return pod
    .replace(prefix, "")
    .replace(/-[a-z0-9]{8,10}-[a-z0-9]{5}$/, "")
    .replace(/-\d+(-[a-z0-9]{5})?$/, "");
}

export function usageIn(probes: readonly Probe[], phase: Phase, prefix: string): Usage[] {
  const seen = probes.flatMap((probe) =>
    "taken" in probe && probe.at >= phase.from && probe.at <= phase.to ? [probe] : [],
  );
  const workloads = new Set(seen.flatMap(({ taken }) => taken.map(({ pod }) => workloadOf(pod, prefix))));
  return [...workloads].toSorted().map((workload) => {
    const ours = seen.map(({ at, taken }) => ({
      at,
      taken: taken.filter(({ pod }) => workloadOf(pod, prefix) === workload),
    }));
    const bytes = ours.flatMap(({ taken }) => taken.map((one) => one.bytes)).toSorted((a, b) => a - b);
    const spans = ours.slice(1).map((probe, index) => spanBetween(ours[index] ?? probe, probe));
    const seconds = spans.reduce((sum, span) => sum + span.seconds, 0);
    return {
      workload,
      bytesMedian: bytes[Math.floor(bytes.length / 2)] ?? 0,
      bytesMax: bytes.at(-1) ?? 0,
      coresMean: seconds === 0 ? 0 : spans.reduce((sum, span) => sum + span.cpuSeconds, 0) / seconds,
      coresMax: Math.max(0, ...spans.map((span) => span.cpuSeconds / span.seconds)),
    };
  });
}

interface Seen {
  readonly at: number;
  readonly taken: readonly Taken[];
}

/** CPU of containers that were there at both probes, and of new ones since their start. */
function spanBetween(before: Seen, after: Seen): { readonly seconds: number; readonly cpuSeconds: number } {
  const cpuSeconds = after.taken.reduce((sum, one) => {
    const was = before.taken.find(({ pod, container }) => pod === one.pod && container === one.container);
    return sum + Math.max(0, one.cpuSeconds - (was?.cpuSeconds ?? 0));
  }, 0);
  return { seconds: (after.at - before.at) / 1_000, cpuSeconds };
}
