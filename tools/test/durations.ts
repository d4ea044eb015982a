import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";

/**
 * What a file of tests took: from the end of the one before it in its worker, in ms, and the processors' time in that.
 */
interface Duration {
  readonly file: string;
  readonly ms: number;
  readonly cpuMs: number;
}

/** Of the runs before on this tree, by file. */
const REMEMBERED = ".cache/test-durations.json";
const SHOWN = 10;

/**
 * Longest first, so that none of the long ones begins when all others have ended. What has never run here comes
 * after what starts whole installations or lives many lives: that takes longest.
 */
export function longestFirst(files: readonly string[]): string[] {
  const known = remembered();
  const expected = (file: string) =>
    known[file] ??
    (/^(?:tests\/system|services\/standalone)\/|-properties\.test\.ts$/.test(file) ? 30_000 : 1_000);
  return files.toSorted((one, other) => expected(other) - expected(one) || (one < other ? -1 : 1));
}

/** Reads what the workers wrote and keeps it for the next run. */
export function readDurations(path: string): Duration[] {
  const lines = textOf(path)
    .split("\n")
    .filter((line) => line !== "");
  const durations = lines.map((line): Duration => {
    const duration: Duration = JSON.parse(line);
    return { ...duration, file: relative(process.cwd(), duration.file) };
  });
  const kept = { ...remembered(), ...Object.fromEntries(durations.map(({ file, ms }) => [file, ms])) };
  mkdirSync(dirname(REMEMBERED), { recursive: true });
  writeFileSync(REMEMBERED, `${JSON.stringify(kept, null, 2)}\n`);
  return durations;
}

export function slowest(durations: readonly Duration[]): string {
  const lines = durations
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, SHOWN)
    .map(({ file, ms, cpuMs }) => `  ${seconds(ms)} s  (${seconds(cpuMs)} s of a processor)  ${file}`);
  return `Slowest files:\n${lines.join("\n")}`;
}

const seconds = (ms: number) => (ms / 1_000).toFixed(1).padStart(6);

function remembered(): Readonly<Record<string, number>> {
  const text = textOf(REMEMBERED);
  return text === "" ? {} : JSON.parse(text);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
