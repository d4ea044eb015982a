import { cpus } from "node:os";
import { readMachineBusyUs, readProcessTimes, type ProcessTime } from "./processor-time.ts";

/** A process to account for. Of Postgres the postmaster is named and its children belong to it. */
export interface Watched {
  readonly label: string;
  readonly pid: number;
  readonly kind: "process" | "postgres";
}

/** Microseconds of processor time so far, by label; only differences mean anything. */
export type Usage = ReadonlyMap<string, number>;

export const LOAD_GENERATOR = "load generator";
/** Everything else on the machine: other people's programs, interrupts, time stolen by the host. */
const REST = "rest of the machine";

export function readUsage(watched: readonly Watched[]): Usage {
  const times = readProcessTimes();
  const usage = new Map<string, number>();
  const add = (label: string, us: number): void => void usage.set(label, (usage.get(label) ?? 0) + us);
  for (const { label, pid, kind } of watched) {
    const own = times.get(pid);
    if (own === undefined) continue;
    add(label, own.ownUs);
    if (kind === "process") continue;
    // A backend that ends moves its time to the postmaster's account, so the sum only ever grows.
    add(`${label}: ended`, own.endedChildrenUs);
    for (const child of times.values()) {
      if (child.parent === pid) add(`${label}: ${roleOf(child)}`, child.ownUs);
    }
  }
  const self = process.cpuUsage();
  usage.set(LOAD_GENERATOR, self.user + self.system);
  const busyUs = readMachineBusyUs();
  if (busyUs !== null) usage.set(REST, busyUs - [...usage.values()].reduce((sum, us) => sum + us, 0));
  return usage;
}

/** The share of all processors that neither the product nor the load used between two readings; null when unknown. */
export function shareOfOthers(before: Usage, after: Usage, elapsedS: number): number | null {
  const [from, to] = [before.get(REST), after.get(REST)];
  return from === undefined || to === undefined ? null : (to - from) / 1_000_000 / elapsedS / cpus().length;
}

/**
 * Microseconds per payment by label, the largest first. Time of Postgres' processes that ended in
 * between is put where it is counted, under "ended", so one role may even show less than it used.
 */
export function usagePerPayment(before: Usage, after: Usage, payments: number): Record<string, number> {
  const ours = [...after].filter(([label]) => label !== REST);
  const rows = ours.map(([label, us]): [string, number] => [
    label,
    (us - (before.get(label) ?? 0)) / payments,
  ]);
  return Object.fromEntries(
    rows.filter(([, us]) => Math.abs(us) >= 0.05).sort(([, left], [, right]) => right - left),
  );
}

/** Roles are named after their database: bench_standalone_1_payments is the role of payments. */
const DATABASE_PREFIX = /^bench_[a-z]+_\d+_/;

/** `postgres: flowlix_payments bench 127.0.0.1(5000) idle` is a backend of that role; others name themselves. */
function roleOf(child: ProcessTime): string {
  const title = child.title.replace(/^postgres: (\d+\/\S+: )?/, "");
  const backend = /^(\S+) \S+ \S+\(\d+\)/.exec(title);
  return backend?.[1]?.replace(DATABASE_PREFIX, "") ?? title.split(" ").slice(0, 2).join(" ").trim();
}
