import { appendFileSync, readFileSync } from "node:fs";

/** Where the runner collects what each file of tests took, a line of JSON a file. */
export const DURATIONS_VARIABLE = "FLOWLIX_TEST_DURATIONS";

interface Moment {
  readonly at: number;
  readonly cpuMs: number;
}

let begin: Moment = { at: Date.now() - process.uptime() * 1_000, cpuMs: 0 };

/** Reports to the runner what a file took since the one before ended, the loading of its modules included. */
export function noteDuration(file: string | undefined): void {
  const path = process.env[DURATIONS_VARIABLE];
  const end = { at: Date.now(), cpuMs: cpuMsSoFar() };
  if (path !== undefined && file !== undefined) {
    const line = { file, ms: Math.round(end.at - begin.at), cpuMs: Math.round(end.cpuMs - begin.cpuMs) };
    appendFileSync(path, `${JSON.stringify(line)}\n`);
  }
  begin = end;
}

const MS_PER_TICK = 10;

/** Of this process and of all it has started and seen end; where the system does not say, of this one alone. */
function cpuMsSoFar(): number {
  try {
    const stat = readFileSync("/proc/self/stat", "utf8");
    // The name in brackets may itself hold blanks; utime, stime, cutime and cstime are fields 14 to 17.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields.slice(11, 15).reduce((total, ticks) => total + Number(ticks) * MS_PER_TICK, 0);
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
}
