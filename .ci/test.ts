import { spawn, spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { ALL_SKIPPED, exitCodeOf } from "./outcome.ts";

/** What `make test` runs: the checks of `make check` as tests of their own, then every suite of every room. */
const CHECKS = [
  ["every file is formatted", "format:check"],
  ["the linter finds nothing", "lint"],
  ["types and import rules hold", "types"],
  ["generated files are what their sources generate", "generated"],
  ["alert rules hold", "rules:check"],
  ["every alert fires and keeps quiet", "rules:test"],
  ["dashboards hold", "dashboards:check"],
] as const;

const SUITES = ["libs/*/test/**/*.test.ts", "services/*/test/**/*.test.ts", "loadtests/test/**/*.test.ts"];
const SETUP = "libs/testkit/src/mocha-setup.ts";
/** Two cores are the smallest machine meant; more jobs than four only make waiting tests slow. */
const JOBS = Math.max(2, Math.min(4, availableParallelism()));
/** Ends a test that waits for ever; no test says by it how fast anything is. */
const HANGS_AFTER_MS = "30000";

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: readonly string[];
}

const asked = process.argv.slice(2);
const results = [
  ...(asked.length === 0 ? await runChecks() : []),
  await runSuites(asked.length === 0 ? SUITES : asked),
];
const passed = sum(results.map((one) => one.passed));
const failed = sum(results.map((one) => one.failed));
const skipped = results.flatMap((one) => one.skipped);

if (skipped.length > 0) write(`\nSkipped:\n${skipped.map((title) => `  ${title}`).join("\n")}`);
write(`\n${passed} passed, ${failed} failed, ${skipped.length} skipped`);
process.exitCode = exitCodeOf({ passed, failed, skipped: skipped.length });

/** One at a time on this tree: the type checker of a second `make test` would read half-written files. */
async function runChecks(): Promise<Counts[]> {
  const release = await takeTurn(".cache/checks.lock");
  try {
    return CHECKS.map(([title, script]) => runCheck(title, script));
  } finally {
    release();
  }
}

function runCheck(title: string, script: string): Counts {
  const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" };
  const { status, stdout, stderr } = spawnSync("npm", ["run", "-s", script], { encoding: "utf8", env });
  const state = status === 0 ? "ok" : status === ALL_SKIPPED ? "skipped" : "FAILED";
  write(`  ${state.padEnd(8)} ${title}`);
  if (state === "FAILED") write(`${stdout}${stderr}`.replace(/^/gm, "    "));
  // A part whose tool is missing does not hide behind those that passed.
  const leftOut = [...stdout.matchAll(/^skipped +(.*)$/gm)].map(([, what = ""]) => `${title}: ${what}`);
  return { passed: state === "ok" ? 1 : 0, failed: state === "FAILED" ? 1 : 0, skipped: leftOut };
}

async function takeTurn(path: string): Promise<() => void> {
  mkdirSync(".cache", { recursive: true });
  const lock = new DatabaseSync(path);
  lock.exec("pragma busy_timeout = 0; pragma journal_mode = memory");
  for (;;) {
    try {
      lock.exec("begin exclusive");
      return () => lock.close();
    } catch {
      await pause(200);
    }
  }
}

async function runSuites(patterns: readonly string[]): Promise<Counts> {
  const files = patterns.flatMap((pattern) => globSync(pattern)).toSorted();
  if (files.length === 0) return { passed: 0, failed: 0, skipped: [] };
  const folder = mkdtempSync(join(tmpdir(), "flowlix-results-"));
  const file = join(folder, "counts.json");
  try {
    const code = await runMocha(files, file);
    const counts = readCounts(file);
    // Mocha can end badly without a failed test: a file that does not load, a crashed worker.
    if (code !== 0 && counts.failed === 0) return { ...counts, failed: 1 };
    return counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runMocha(files: readonly string[], resultsFile: string): Promise<number> {
  const setup = existsSync(SETUP) ? ["--require", SETUP] : [];
  const parallel = ["--parallel", "--jobs", String(JOBS)];
  const args = [
    "node_modules/mocha/bin/mocha.js",
    ...parallel,
    ...setup,
    "--timeout",
    HANGS_AFTER_MS,
    "--reporter",
    ".ci/reporter.ts",
    ...files,
  ];
  const child = spawn(process.execPath, args, {
    stdio: "inherit",
    env: { ...process.env, RESULTS_FILE: resultsFile },
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  const ended = Promise.withResolvers<number>();
  child.once("exit", (code) => ended.resolve(code ?? 1));
  return await ended.promise;
}

function readCounts(file: string): Counts {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: [] };
  const counts: unknown = JSON.parse(readFileSync(file, "utf8"));
  if (!isCounts(counts)) throw new Error(`${file} does not hold the counts of a run`);
  return counts;
}

function isCounts(value: unknown): value is Counts {
  return (
    typeof value === "object" &&
    value !== null &&
    "passed" in value &&
    "failed" in value &&
    "skipped" in value
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function write(text: string): void {
  process.stdout.write(`${text}\n`);
}
