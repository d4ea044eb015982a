import { spawnSync } from "node:child_process";
import { exitCodeOf } from "../outcome.ts";

/** What became of the checks of a target, a line each, and at the end their numbers. */
export interface Report {
  /** One check; what is wrong with it, and nothing where it is as it should be. */
  check(title: string, problems: readonly string[]): void;
  /** A check whose tool is not there. */
  skip(title: string, tool: string): void;
  /** Writes the closing line and sets the exit code. */
  end(): void;
}

export function createReport(): Report {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  return {
    check(title, problems) {
      counts[problems.length === 0 ? "passed" : "failed"] += 1;
      write(`${problems.length === 0 ? "ok      " : "FAILED  "} ${title}`);
      for (const problem of problems) write(`           ${problem.replaceAll("\n", "\n           ")}`);
    },
    skip(title, tool) {
      counts.skipped += 1;
      write(`skipped  ${title} [${tool} was not found]`);
    },
    end() {
      write(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
      process.exitCode = exitCodeOf(counts);
    },
  };
}

const write = (line: string): void => void process.stdout.write(`${line}\n`);

/** What promtool says: its problems, none where it is content; null where there is no promtool. */
export const promtool = (args: readonly string[], cwd: string): string[] | null =>
  said("promtool", args, cwd);

/** The same of amtool. */
export const amtool = (args: readonly string[], cwd: string): string[] | null => said("amtool", args, cwd);

function said(tool: string, args: readonly string[], cwd: string): string[] | null {
  const { status, stdout, stderr, error } = spawnSync(tool, [...args], { cwd, encoding: "utf8" });
  if (error !== undefined) {
    if ("code" in error && error.code === "ENOENT") return null;
    throw error;
  }
  return status === 0 ? [] : [`${stdout}${stderr}`.trim()];
}
