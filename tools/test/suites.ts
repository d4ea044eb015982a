import { spawn } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { addUp, type Counts } from "./counts.ts";
import { longestFirst, readDurations, slowest } from "./durations.ts";

/** Every suite of every package. */
export const SUITES = [
  "libs/*/test/**/*.test.ts",
  "services/*/test/**/*.test.ts",
  "clients/typescript/test/**/*.test.ts",
  "tests/*/**/*.test.ts",
  "clients/command-line/test/**/*.test.ts",
  "loadtests/test/**/*.test.ts",
  "tools/*/test/**/*.test.ts",
];

const SETUP = "libs/testkit/src/mocha-setup.ts";
/** More than processors: most tests wait for databases, processes and browsers most of the time. */
const JOBS = Number(process.env["JOBS"] ?? Math.max(4, Math.min(6, availableParallelism() * 2)));

export interface SuitesResult extends Counts {
  /** What took longest, in words. */
  readonly slowest: string;
}

export interface SuitesOptions {
  /** Of everything drawn at random. */
  readonly seed: number;
  /** Files that are left out. */
  readonly butFor: readonly string[];
  /** How much tests try. Checks do not get it: they read the titles of all tests. */
  readonly env: Readonly<Record<string, string>>;
}

/** Runs every file of tests that a pattern names but for some. */
export async function runSuites(
  patterns: readonly string[],
  { seed, butFor, env }: SuitesOptions,
): Promise<SuitesResult> {
  const files = patterns.flatMap((pattern) => globSync(pattern)).filter((file) => !butFor.includes(file));
  if (files.length === 0) return { ...addUp([]), slowest: "" };
  const folder = mkdtempSync(join(tmpdir(), "flowlix-results-"));
  const results = join(folder, "counts.json");
  const durations = join(folder, "durations.jsonl");
  try {
    const code = await runMocha(longestFirst([...new Set(files)]), {
      ...env,
      RESULTS_FILE: results,
      FLOWLIX_TEST_DURATIONS: durations,
      FLOWLIX_TEST_SEED: String(seed),
    });
    const counts = readCounts(results);
    // Mocha can end badly without a failed test: a file that does not load, a crashed worker.
    const badly = code !== 0 && counts.failed === 0;
    const ended = badly ? addUp([counts, failedAsAWhole(`mocha ended with ${code}`)]) : counts;
    return { ...ended, slowest: slowest(readDurations(durations)) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runMocha(files: readonly string[], env: Readonly<Record<string, string>>): Promise<number> {
  const args = [
    "node_modules/mocha/bin/mocha.js",
    "--parallel",
    `--jobs=${JOBS}`,
    `--require=${SETUP}`,
    "--reporter=tools/test/reporter.ts",
    ...files,
  ];
  const child = spawn(process.execPath, args, { stdio: "inherit", env: { ...process.env, ...env } });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  const ended = Promise.withResolvers<number>();
  child.once("exit", (code) => ended.resolve(code ?? 1));
  return await ended.promise;
}

function readCounts(file: string): Counts {
  if (!existsSync(file)) return failedAsAWhole("mocha left no counts");
  const counts: unknown = JSON.parse(readFileSync(file, "utf8"));
  if (!isCounts(counts)) throw new Error(`${file} does not hold the counts of a run`);
  return counts;
}

function failedAsAWhole(reason: string): Counts {
  return { passed: 0, failed: 1, failures: [reason], skipped: [] };
}

function isCounts(value: unknown): value is Counts {
  return (
    typeof value === "object" &&
    value !== null &&
    "passed" in value &&
    "failed" in value &&
    "failures" in value &&
    "skipped" in value
  );
}
