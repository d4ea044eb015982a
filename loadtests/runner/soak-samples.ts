import { setTimeout as pause } from "node:timers/promises";
import type { Installation } from "./installation.ts";

/** Metrics of all processes at one moment of the load. */
export interface Sample {
  /** Since the first sample. */
  readonly atMs: number;
  /** Resident bytes by process, `service (pid)`. */
  readonly memory: ReadonlyMap<string, number>;
  /** Age of the oldest event that waits in any owner's outbox. */
  readonly outboxAgeS: number;
  /** Objects that have not ended and events that wait, of all owners. */
  readonly open: number;
}

export interface SoakAssessment {
  /** What grew, in words; empty where nothing did. */
  readonly problems: readonly string[];
  readonly notes: readonly string[];
}

export interface SoakSampling {
  /** Ends the sampling. */
  end(): Promise<SoakAssessment>;
}

const EVERY_MS = 2_000;
const TIMEOUT_MS = 2_000;
/** Longer than pauses of the relay or of a busy machine, and shorter than a backlog of minutes. */
const OUTBOX_AGE_MAX_S = 30;
/** A young process still fills its heap and caches, so shorter runs are not assessed. */
const MEMORY_COMPARED_FROM_MS = 600_000;
const MEMORY_GROWTH_MAX = 1.3;
const MIB = 1_048_576;
/** At a steady rate these have to stay the same from the middle to the end. */
const COUNTED = ["payments_open", "refunds_open", "payouts_open", "outbox_pending"] as const;
/** A few dozen journeys always wait for payers and banks, and sometimes more. */
const OPEN_GROWTH_MAX = 1.5;
const OPEN_SLACK = 50;

/** Samples every process of an installation of our own until `end`. */
export function sampleSoak(installation: Installation, progress: (text: string) => void): SoakSampling {
  const samples: Sample[] = [];
  const from = performance.now();
  let ended = false;
  const sampling = (async () => {
    while (!ended) {
      samples.push(await takeSample(installation, performance.now() - from));
      await pause(EVERY_MS);
    }
  })();
  return {
    async end() {
      ended = true;
      await sampling;
      const assessed = assessSoak(samples);
      for (const line of assessed.notes) progress(line);
      return assessed;
    },
  };
}

async function takeSample(installation: Installation, atMs: number): Promise<Sample> {
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
    // One that is busy is sampled again soon.
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
export function assessSoak(samples: readonly Sample[]): SoakAssessment {
  const lastedMs = samples.at(-1)?.atMs ?? 0;
  const within = (from: number, to: number): Sample[] =>
    samples.filter(({ atMs }) => atMs >= lastedMs * from && atMs <= lastedMs * to);
  const [middle, last] = [within(1 / 3, 2 / 3), within(2 / 3, 1)];
  const seen = last.filter(({ memory }) => memory.size > 0);
  if (seen.length === 0)
    return { problems: ["no process said what it uses: nothing is known of growth"], notes: [] };
  const age = Math.max(...last.map(({ outboxAgeS }) => outboxAgeS));
  const problems =
    age > OUTBOX_AGE_MAX_S
      ? [`an event waited for ${age.toFixed(0)} s in the last third: events pile up`]
      : [];
  const [openBefore, openAfter] = [openIn(middle), openIn(last)];
  const openNote = `${openBefore} objects and events were open, then ${openAfter}`;
  if (openAfter > openBefore * OPEN_GROWTH_MAX + OPEN_SLACK) problems.push(`${openNote}: they pile up`);
  const notes = [openNote, `oldest event that waited in the last third: ${age.toFixed(1)} s`];
  for (const process of seen.at(-1)?.memory.keys() ?? []) {
    const [before, after] = [medianOf(middle, process), medianOf(last, process)];
    if (before === null || after === null) continue;
    const line = `${process} used ${Math.round(before / MIB)} MiB, then ${Math.round(after / MIB)} MiB`;
    if (lastedMs >= MEMORY_COMPARED_FROM_MS && after > before * MEMORY_GROWTH_MAX)
      problems.push(`${line}: it grows`);
    notes.push(line);
  }
  if (lastedMs < MEMORY_COMPARED_FROM_MS)
    notes.push(
      `memory is compared from ${MEMORY_COMPARED_FROM_MS / 60_000} minutes on: here it is only shown`,
    );
  return { problems, notes };
}

function medianOf(samples: readonly Sample[], process: string): number | null {
  const values = samples
    .flatMap(({ memory }) => memory.get(process) ?? [])
    .toSorted((one, other) => one - other);
  return values[Math.floor(values.length / 2)] ?? null;
}

/** The median of a third, since a single sample may hit an exceptional moment. */
function openIn(samples: readonly Sample[]): number {
  const values = samples.map(({ open }) => open).toSorted((one, other) => one - other);
  return values[Math.floor(values.length / 2)] ?? 0;
}
