import { appendFileSync } from "node:fs";
import mocha from "mocha";

const { Base } = mocha.reporters;

/**
 * Mocha's reporter of this project: a line a file's suite as it ends, every failure in full, every
 * skipped test by name, and the counts for the runner that started it (RESULTS_FILE).
 */
export default class Reporter extends Base {
  constructor(runner: mocha.Runner, options: mocha.MochaOptions) {
    super(runner, options);
    const skipped: string[] = [];
    runner.on("pass", (test) => write(`  ok       ${test.fullTitle()}`));
    runner.on("fail", (test) => write(`  FAILED   ${test.fullTitle()}`));
    runner.on("pending", (test) => {
      skipped.push(test.fullTitle());
      write(`  skipped  ${test.fullTitle()}`);
    });
    runner.once("end", () => {
      // In parallel mode no events of the files come in order; the epilogue has all failures at the end.
      this.epilogue();
      const counts = { passed: this.stats.passes, failed: this.stats.failures, skipped };
      const file = process.env["RESULTS_FILE"];
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(counts)}\n`);
    });
  }
}

function write(line: string): void {
  process.stdout.write(`${line}\n`);
}
