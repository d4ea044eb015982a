import { readdirSync, readFileSync } from "node:fs";

/** What a thread has used so far; microseconds of processor time. */
export interface ThreadTime {
  readonly name: string;
  readonly userUs: number;
  readonly systemUs: number;
}

const US_PER_TICK = 10_000;

/** The threads of these processes by their ids; none where the system has no /proc. */
export function readThreads(pids: readonly number[]): Map<string, ThreadTime> {
  if (process.platform !== "linux") return new Map();
  return new Map(pids.flatMap((pid) => threadsOf(`/proc/${pid}/task`)));
}

const threadsOf = (folder: string): (readonly [string, ThreadTime])[] =>
  readdirSync(folder).flatMap((id) => {
    try {
      return [[id, threadOf(readFileSync(`${folder}/${id}/stat`, "latin1"))] as const];
    } catch {
      return []; // It ended between the listing and the reading.
    }
  });

/** proc(5): the name in parentheses, then state, ppid, …, utime, stime. */
export function threadOf(stat: string): ThreadTime {
  const end = stat.lastIndexOf(")");
  const fields = stat.slice(end + 2).split(" ");
  return {
    name: stat.slice(stat.indexOf("(") + 1, end),
    userUs: Number(fields[11]) * US_PER_TICK,
    systemUs: Number(fields[12]) * US_PER_TICK,
  };
}

/** What was used between two readings, threads of one name together. */
export function usedBetween(
  before: ReadonlyMap<string, ThreadTime>,
  after: ReadonlyMap<string, ThreadTime>,
): ThreadTime[] {
  const used = [...after].map(([id, thread]) => ({
    name: thread.name,
    userUs: thread.userUs - (before.get(id)?.userUs ?? 0),
    systemUs: thread.systemUs - (before.get(id)?.systemUs ?? 0),
  }));
  const sum = (of: readonly ThreadTime[], part: "userUs" | "systemUs") =>
    of.reduce((total, thread) => total + thread[part], 0);
  return [...Map.groupBy(used, ({ name }) => name)]
    .map(([name, of]) => ({ name, userUs: sum(of, "userUs"), systemUs: sum(of, "systemUs") }))
    .toSorted((one, other) => other.userUs + other.systemUs - (one.userUs + one.systemUs));
}
