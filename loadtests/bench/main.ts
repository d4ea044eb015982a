import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { trackChildren } from "./children.ts";
import { HELP, parseOptions, UsageError, type Options } from "./options.ts";
import { reportText } from "./report/table.ts";
import { summariseBaselines, summariseForms } from "./report/summary.ts";
import { compareWithTargets } from "./report/targets.ts";
import type { BenchResult } from "./results.ts";
import { runBench } from "./run-bench.ts";

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;
const EXIT_INTERRUPTED = 130;

function jsonOf(result: BenchResult): string {
  const forms = summariseForms(result);
  const summary = {
    baselines: summariseBaselines(result.baselines),
    forms,
    targets: compareWithTargets(forms),
  };
  return `${JSON.stringify({ ...result, summary }, null, 2)}\n`;
}

/** Kept so that a later run can be compared with this one; not committed. */
function save(result: BenchResult): string {
  const folder = fileURLToPath(new URL("./results/", import.meta.url));
  mkdirSync(folder, { recursive: true });
  const file = `${folder}${result.startedAt.replaceAll(":", "-")}.json`;
  writeFileSync(file, jsonOf(result));
  return file;
}

const children = trackChildren();
const progress = (text: string): void => void process.stderr.write(`${text}\n`);

async function measure(options: Options): Promise<number> {
  try {
    const result = await runBench(children, options, progress);
    progress(`written to ${save(result)}`);
    process.stdout.write(options.json ? jsonOf(result) : `\n${reportText(result)}`);
    return result.problems.length === 0 ? 0 : EXIT_FAILED;
  } catch (error) {
    progress(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return EXIT_FAILED;
  } finally {
    await children.stopAll();
  }
}

function stopOn(signal: NodeJS.Signals): void {
  process.once(signal, () => {
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
    return await measure(options);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n\n${HELP}`);
    return EXIT_USAGE;
  }
}

/** Whatever goes wrong, nothing that was started may be left behind. */
async function giveUp(error: Error): Promise<never> {
  progress(error.stack ?? error.message);
  await children.stopAll();
  process.exit(EXIT_FAILED);
}

process.once("uncaughtException", (error) => void giveUp(error));
process.exit(await main());
