import { setTimeout as pause } from "node:timers/promises";
import type { Installation } from "./installation.ts";

/** Metrics of all processes at one moment of the load. */
export interface Look {
  /** Since the first look. */
  readonly atMs: number;
  /** Resident bytes by process, `service (pid)`. */
  readonly memory: ReadonlyMap<string, number>;
  /** Age of the oldest event that waits in any owner's outbox. */
  readonly outboxAgeS: number;
  /** Objects that have not ended and events that wait, of all owners. */
  readonly open: number;
}

export interface SoakJudgement {
  /** What grew, in words; empty where nothing did. */
  readonly problems: readonly string[];
  readonly told: readonly string[];
}

export interface SoakLooks {
  /** Ends the looking. */
  end(): Promise<SoakJudgement>;
}

const EVERY_MS = 2_000;
const TIMEOUT_MS = 2_000;
/** Longer than pauses of the relay or of a busy machine, and shorter than a backlog of minutes. */
const OUTBOX_AGE_MAX_S = 30;
/** A young process still fills its heap and caches, so shorter runs are not judged. */
const MEMORY_JUDGED_FROM_MS = 600_000;
const MEMORY_GROWTH_MAX = 1.3;
const MIB = 1_048_576;
/** At a steady rate these have to stay the same from the middle to the end. */
const COUNTED = ["payments_open", "refunds_open", "payouts_open", "outbox_pending"] as const;
/** A few dozen journeys always wait for payers and banks, and sometimes more. */
const OPEN_GROWTH_MAX = 1.5;
const OPEN_SLACK = 50;

/** Looks at every process of an installation of our own until `end`. */
export function lookAtSoak(installation: Installation, progress: (text: string) => void): SoakLooks {
  const looks: Look[] = [];
  const from = performance.now();
  let ended = false;
  const looking = (async () => {
    while (!ended) {
      looks.push(await lookAt(installation, performance.now() - from));
      await pause(EVERY_MS);
    }
  })();
  return {
    async end() {
      ended = true;
      await looking;
      const judged = judgeSoak(looks);
      for (const line of judged.told) progress(line);
      return judged;
    },
  };
}

async function lookAt(installation: Installation, atMs: number): Promise<Look> {
  const memory = new Map<string, number>();
  const open = new Map<string, number>();
  let outboxAgeS = 0;
  for (const { service, pid, admin_url: url } of installation.processes()) {
    const text = url === null ? "" : await metricsOf(url);
    const [resident] = valuesOf(text, "process_resident_memory_bytes");
    if (resident !== undefined) memory.set(`${service} (${pid})`, resident);
    // Every process of an owner says the same of its database.
    for (const metric of COUNTED) {
      const sum = valuesOf(text, metric).reduce((total, value) => total + value, 0);
      open.set(metric + service, Math.max(sum, open.get(metric + service) ?? 0));
    }
    outboxAgeS = Math.max(outboxAgeS, ...valuesOf(text, "outbox_oldest_unpublished_age_seconds"));
  }
  return { atMs, memory, outboxAgeS, open: [...open.values()].reduce((total, value) => total + value, 0) };
}

async function metricsOf(url: string): Promise<string> {
  try {
    return await (await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(TIMEOUT_MS) })).text();
  } catch {
    // One that is busy is looked at again soon.
    return "";
  }
}

/** Every sample of a metric, whatever its labels, in a text of the Prometheus format. */
export const valuesOf = (text: string, metric: string): number[] =>
  text
    .split("\n")
    .map((line) => /^([a-zA-Z_:][\w:]*)(?:\{[^}]*\})? (\S+)/.exec(line))
    .flatMap((sample) => (sample?.[1] === metric ? [Number(sample[2])] : []))
    .filter((value) => Number.isFinite(value));

/** Compares the last third with the second. In the first, processes still start. */
export function judgeSoak(looks: readonly Look[]): SoakJudgement {
  const lastedMs = looks.at(-1)?.atMs ?? 0;
  const within = (from: number, to: number): Look[] =>
    looks.filter(({ atMs }) => atMs >= lastedMs * from && atMs <= lastedMs * to);
  const [middle, last] = [within(1 / 3, 2 / 3), within(2 / 3, 1)];
  const seen = last.filter(({ memory }) => memory.size > 0);
  if (seen.length === 0)
    return { problems: ["no process said what it uses: nothing is known of growth"], told: [] };
  const age = Math.max(...last.map(({ outboxAgeS }) => outboxAgeS));
  const problems =
    age > OUTBOX_AGE_MAX_S
      ? [`an event waited for ${age.toFixed(0)} s in the last third: events pile up`]
      : [];
  const [openBefore, openAfter] = [openIn(middle), openIn(last)];
  const openTold = `${openBefore} objects and events were open, then ${openAfter}`;
  if (openAfter > openBefore * OPEN_GROWTH_MAX + OPEN_SLACK) problems.push(`${openTold}: they pile up`);
  const told = [openTold, `oldest event that waited in the last third: ${age.toFixed(1)} s`];
  for (const process of seen.at(-1)?.memory.keys() ?? []) {
    const [before, after] = [medianOf(middle, process), medianOf(last, process)];
    if (before === null || after === null) continue;
    const line = `${process} used ${Math.round(before / MIB)} MiB, then ${Math.round(after / MIB)} MiB`;
    if (lastedMs >= MEMORY_JUDGED_FROM_MS && after > before * MEMORY_GROWTH_MAX)
      problems.push(`${line}: it grows`);
    told.push(line);
  }
  if (lastedMs < MEMORY_JUDGED_FROM_MS)
    told.push(`memory is judged from ${MEMORY_JUDGED_FROM_MS / 60_000} minutes on: here it is told alone`);
  return { problems, told };
}

function medianOf(looks: readonly Look[], process: string): number | null {
  const values = looks
    .flatMap(({ memory }) => memory.get(process) ?? [])
    .toSorted((one, other) => one - other);
  return values[Math.floor(values.length / 2)] ?? null;
}

/** The median of a third, since a single look may hit an exceptional moment. */
function openIn(looks: readonly Look[]): number {
  const values = looks.map(({ open }) => open).toSorted((one, other) => one - other);
  return values[Math.floor(values.length / 2)] ?? 0;
}
