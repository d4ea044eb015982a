import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { exitCodeOf } from "./outcome.ts";

/*
 * `make ops-check`: every check of the operational side, one after the other. Each says itself which tools it lacks;
 * what was left out for want of one is listed again at the end, so that nobody takes it for done.
 */
const TARGETS = [
  "charts-check",
  "rules-check",
  "rules-test",
  "dashboards-check",
  "load-check",
  "load-all",
  "kube-check",
  "compose-check",
];

interface Outcome {
  passed: number;
  failed: number;
  readonly skipped: string[];
}

const COUNT = /^(\d+) passed, (\d+) failed, (\d+) skipped$/;
const SKIPPED = /^ {2}skipped +(.*)$/;

/** Runs a target and shows what it prints; one that ends badly and counts nothing that failed has failed itself. */
async function outcomeOf(target: string): Promise<Outcome> {
  // CHECKS names targets here, and checks of one target there.
  const child = spawn(process.env["MAKE"] ?? "make", ["--no-print-directory", target, "CHECKS="], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const outcome: Outcome = { passed: 0, failed: 0, skipped: [] };
  let named = 0;
  let counted = 0;
  const ended = new Promise<number>((resolve) => {
    child.once("close", (code) => resolve(code ?? 1)).once("error", () => resolve(1));
  });
  for await (const line of createInterface({ input: child.stdout })) {
    process.stdout.write(`${line}\n`);
    const [, left] = SKIPPED.exec(line) ?? [];
    if (left !== undefined) named = outcome.skipped.push(`${target}: ${left}`);
    const [, passed, failed, skipped] = COUNT.exec(line) ?? [];
    outcome.passed += Number(passed ?? 0);
    outcome.failed += Number(failed ?? 0);
    counted += Number(skipped ?? 0);
  }
  const code = await ended;
  if (counted > named) outcome.skipped.push(`${target}: ${counted - named} more, named above`);
  const isAllSkipped = outcome.passed + outcome.failed === 0 && counted > 0;
  if (code === 0 && outcome.passed + counted === 0) outcome.passed = 1;
  if (code !== 0 && outcome.failed === 0 && !isAllSkipped) outcome.failed = 1;
  return outcome;
}

const asked = process.argv.slice(2);
const total: Outcome = { passed: 0, failed: 0, skipped: [] };
const broken: string[] = [];
for (const target of asked.length > 0 ? asked : TARGETS) {
  process.stdout.write(`\n${target}\n`);
  const { passed, failed, skipped } = await outcomeOf(target);
  total.passed += passed;
  total.failed += failed;
  total.skipped.push(...skipped);
  if (failed > 0) broken.push(target);
}
if (total.skipped.length > 0)
  process.stdout.write(`\nSkipped:\n${total.skipped.map((line) => `  ${line}`).join("\n")}\n`);
if (broken.length > 0) process.stdout.write(`\nFailed: ${broken.join(", ")}\n`);
process.stdout.write(
  `\nops-check: ${total.passed} passed, ${total.failed} failed, ${total.skipped.length} skipped\n`,
);
process.exitCode = exitCodeOf({ ...total, skipped: total.skipped.length });
