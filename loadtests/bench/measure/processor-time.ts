import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** One process as the operating system counts it; microseconds of processor time, user and system. */
export interface ProcessTime {
  readonly pid: number;
  readonly parent: number;
  readonly title: string;
  readonly ownUs: number;
  /** Of children that ended; 0 where the system does not say. */
  readonly endedChildrenUs: number;
}

/** Ticks of /proc are 1/100 s on every Linux Node runs on (USER_HZ). */
const US_PER_TICK = 10_000;

/** All processes by pid. */
export function readProcessTimes(): Map<number, ProcessTime> {
  const list = process.platform === "linux" ? fromProc() : fromPs();
  return new Map(list.map((entry) => [entry.pid, entry]));
}

/** Time all processors were busy so far, stolen by the host included; null where the system does not say. */
export function readMachineBusyUs(): number | null {
  if (process.platform !== "linux") return null;
  // proc(5): cpu user nice system idle iowait irq softirq steal …
  const [, user, nice, system, , , irq, softirq, steal] = readFileSync("/proc/stat", "latin1").split(
    /\s+/,
    9,
  );
  const ticks = [user, nice, system, irq, softirq, steal].map(Number);
  return ticks.reduce((sum, each) => sum + each, 0) * US_PER_TICK;
}

function fromProc(): ProcessTime[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "latin1");
        const title = readFileSync(`/proc/${name}/cmdline`, "latin1").replaceAll("\0", " ").trim();
        return [parseStat(Number(name), stat, title)];
      } catch {
        return []; // It ended between the listing and the reading.
      }
    });
}

/** proc(5): after the command in parentheses come state, ppid, …, utime, stime, cutime, cstime. */
function parseStat(pid: number, stat: string, title: string): ProcessTime {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = (index: number): number => Number(fields[index] ?? 0) * US_PER_TICK;
  return {
    pid,
    parent: Number(fields[1]),
    title,
    ownUs: ticks(11) + ticks(12),
    endedChildrenUs: ticks(13) + ticks(14),
  };
}

function fromPs(): ProcessTime[] {
  const text = execFileSync("ps", ["-A", "-o", "pid=,ppid=,time=,command="], { encoding: "utf8" });
  return text.split("\n").flatMap((line) => {
    const [, pid, parent, time, title] = /^(\d+)\s+(\d+)\s+(\S+)\s+(\S.*)$/.exec(line.trim()) ?? [];
    if (pid === undefined || time === undefined) return [];
    const ownUs = parsePsTime(time);
    return [{ pid: Number(pid), parent: Number(parent), title: title ?? "", ownUs, endedChildrenUs: 0 }];
  });
}

/** `[[dd-]hh:]mm:ss[.cc]` */
function parsePsTime(time: string): number {
  const [days, clock] = time.includes("-") ? time.split("-") : ["0", time];
  const seconds = (clock ?? "0").split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return Math.round((Number(days) * 86_400 + seconds) * 1_000_000);
}
