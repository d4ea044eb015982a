import { trackChildren } from "../children.ts";
import { UsageError } from "../options.ts";
import { HELP, parseCompareOptions, type CompareOptions } from "./options.ts";
import { ratiosText } from "./ratios.ts";
import { runCompare } from "./run-compare.ts";

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;
const EXIT_INTERRUPTED = 130;

const children = trackChildren();
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void children.stopAll().finally(() => process.exit(EXIT_INTERRUPTED)));

const options = read();
if (options !== null) {
  try {
    const results = await runCompare({
      children,
      options,
      progress: (text) => void process.stderr.write(`${text}\n`),
    });
    process.stdout.write(`${ratiosText(results)}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = EXIT_FAILED;
  } finally {
    await children.stopAll();
  }
}

function read(): CompareOptions | null {
  try {
    const given = parseCompareOptions(process.argv.slice(2));
    if (given === null) process.stdout.write(HELP);
    return given;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n\n${HELP}`);
    process.exitCode = EXIT_USAGE;
    return null;
  }
}
