import { appendFileSync } from "node:fs";
import mocha from "mocha";

const { Base } = mocha.reporters;

/**
 * Mocha's reporter of this project: a line a test as it ends, every failure with its reason and in full at the end,
 * every skipped test by name, and the counts for the runner that started it (RESULTS_FILE).
 */
export default class Reporter extends Base {
  constructor(runner: mocha.Runner, options: mocha.MochaOptions) {
    super(runner, options);
    const skipped: string[] = [];
    const failures: string[] = [];
    runner.on("pass", (test) => write(`  ok       ${test.fullTitle()}`));
    runner.on("fail", (test, error: unknown) => {
      const reason = reasonOf(error);
      failures.push(`${test.fullTitle()}\n    ${inShort(reason)}`);
      write(`  FAILED   ${test.fullTitle()}`);
      write(reason.replaceAll(/^/gm, "           "));
    });
    runner.on("pending", (test) => {
      skipped.push(test.fullTitle());
      write(`  skipped  ${test.fullTitle()}`);
    });
    runner.once("end", () => {
      // In parallel mode no events of the files come in order; the epilogue has all failures at the end.
      this.epilogue();
      const counts = { passed: this.stats.passes, failed: this.stats.failures, failures, skipped };
      const file = process.env["RESULTS_FILE"];
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(counts)}\n`);
    });
  }
}

const REASON_MAX = 2_000;

/** At once as well as in the epilogue: where a log is cut, the reason stays with the failure. */
function reasonOf(error: unknown): string {
  // From a parallel worker an error comes as an object with its properties.
  const message = typeof error === "object" && error !== null && "message" in error ? error.message : error;
  const reason = String(message);
  // A property's report ends with what went wrong; before it stand the values that it was tried with.
  return reason.length > REASON_MAX
    ? `${reason.slice(0, REASON_MAX / 2)}…${reason.slice(-REASON_MAX / 2)}`
    : reason;
}

const LINE_MAX = 300;
/** How fast-check introduces what made a property fail. */
const MADE_IT_FAIL = "Got ";

/** For a summary: the first line, of a property's report also what went wrong. */
function inShort(reason: string): string {
  const [first = "", ...rest] = reason.split("\n");
  const failure = rest.findLast((line) => line.startsWith(MADE_IT_FAIL));
  return [first, ...(failure === undefined ? [] : [failure])]
    .map((line) => line.slice(0, LINE_MAX))
    .join("\n    ");
}

function write(line: string): void {
  process.stdout.write(`${line}\n`);
}
