import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { trackChildren } from "../bench/children.ts";
import { findK6, installK6 } from "./k6.ts";
import { HELP, parseOptions, UsageError, type LoadOptions } from "./options.ts";
import { runTests, type TestResult } from "./run.ts";

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;
/** As of every target that left out all for want of a tool. */
const EXIT_NO_K6 = 69;
const EXIT_INTERRUPTED = 130;

const children = trackChildren();
let interrupted = false;
const progress = (text: string): void => void process.stderr.write(`${text}\n`);

async function load(options: LoadOptions): Promise<number> {
  const k6 = findK6() ?? installK6();
  if (k6 === null) {
    progress("k6 was not found and could not be built: put k6 1.8 on the PATH or name it with K6");
    process.stdout.write("\n  skipped  every load test: needs k6\n\n0 passed, 0 failed, 1 skipped\n");
    return EXIT_NO_K6;
  }
  const scratch = mkdtempSync(join(tmpdir(), "flowlix-load-"));
  // Postgres of a run as root runs as `nobody`.
  chmodSync(scratch, 0o755);
  children.adopt(async () => rmSync(scratch, { recursive: true, force: true }));
  try {
    return conclude(await runTests({ children, options, k6, scratch, progress }));
  } catch (error) {
    // What is stopped from outside has no more to say.
    if (interrupted) return EXIT_INTERRUPTED;
    progress(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return EXIT_FAILED;
  } finally {
    await children.stopAll();
  }
}

function conclude(results: readonly TestResult[]): number {
  const failed = results.filter(({ passed }) => !passed);
  process.stdout.write("\n");
  for (const { test, passed, report, problems } of results) {
    const why = [
      ...(report?.thresholds.filter(({ ok }) => !ok).map(({ metric, limit }) => `${metric} ${limit}`) ?? []),
      ...problems.map((problem) => problem.split("\n", 1)[0] ?? ""),
    ];
    process.stdout.write(
      `  ${passed ? "ok      " : "FAILED  "} ${test}${why.length === 0 ? "" : `: ${why.join("; ")}`}\n`,
    );
  }
  process.stdout.write(`\n${results.length - failed.length} passed, ${failed.length} failed, 0 skipped\n`);
  return failed.length === 0 ? 0 : EXIT_FAILED;
}

function stopOn(signal: NodeJS.Signals): void {
  process.once(signal, () => {
    interrupted = true;
    progress(`${signal}: stopping everything that was started`);
    void children.stopAll().then(() => process.exit(EXIT_INTERRUPTED));
  });
}

async function main(): Promise<number> {
  try {
    const options = parseOptions(process.argv.slice(2));
    if (options === null) {
      process.stdout.write(HELP);
      return 0;
    }
    stopOn("SIGINT");
    stopOn("SIGTERM");
    return await load(options);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n\nmake load TEST=help tells more.\n`);
    return EXIT_USAGE;
  }
}

process.exitCode = await main();
