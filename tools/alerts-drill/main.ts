import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { guardedFolder } from "@flowlix/testkit";
import { findNatsServer } from "@flowlix/runtime/nats-server";
import { trackChildren } from "../../loadtests/bench/children.ts";
import { ROOT } from "../../observability/outputs.ts";
import { createReport } from "../observability-checks/lines.ts";
import { unknownWords } from "../outcome.ts";
import { drillFault, type Outcome } from "./drill.ts";
import { FAULTS } from "./faults.ts";
import { startTraffic } from "./merchants.ts";
import { startPlatform } from "./platform.ts";
import { markdownOf } from "./report.ts";
import { startStack } from "./stack.ts";

/**
 * `make alerts-drill`: a real installation, Prometheus and Alertmanager with what the chart ships, one fault after the
 * other, and whether what it should wake is woken, once, and nobody else. CHECKS=… for some, by words of their titles.
 */
const REPORT = join(ROOT, ".test/alerts-drill.md");
/** Of a drill of all faults in which each was reported as it should be. */
const KEPT = join(ROOT, "docs/alerts-drill.md");

const words = process.argv.slice(2);
const unknown = unknownWords(
  words,
  FAULTS.map(({ title }) => title),
);
if (unknown.length > 0) {
  process.stderr.write(`${unknown.join("\n")}\n`);
  process.exit(2);
}
const chosen = FAULTS.filter(({ title }) => words.length === 0 || words.some((word) => title.includes(word)));
const report = createReport();
const lacks = ["prometheus", "prometheus-alertmanager", "openssl"].filter((name) => !isThere(name));
if (findNatsServer() === null) lacks.push("nats-server");
if (lacks.length > 0) {
  for (const { title } of chosen) report.skip(title, lacks.join(", "));
  report.end();
} else await run();

async function run(): Promise<void> {
  const folder = guardedFolder("alerts-drill");
  const children = trackChildren();
  const outcomes: Outcome[] = [];
  const stop = async () => {
    try {
      await children.stopAll();
    } finally {
      await folder.remove();
    }
  };
  for (const name of ["SIGINT", "SIGTERM"] as const)
    process.once(name, () => void stop().finally(() => process.exit(1)));
  try {
    const platform = await startPlatform(children, folder.path);
    const traffic = await startTraffic(children, platform);
    const stack = await startStack(children, platform);
    for (const fault of chosen) {
      const lack = fault.lacks?.();
      if (lack !== undefined) {
        report.skip(fault.title, lack);
        continue;
      }
      const outcome = await drillFault({ children, platform, traffic, stack }, fault);
      outcomes.push(outcome);
      report.check(fault.title, outcome.problems);
      mkdirSync(join(ROOT, ".test"), { recursive: true });
      writeFileSync(REPORT, await markdownOf(outcomes));
    }
  } finally {
    await stop();
  }
  process.stdout.write(`\n${readFileSync(REPORT, "utf8")}\n`);
  if (outcomes.length === FAULTS.length && outcomes.every(({ problems }) => problems.length === 0))
    copyFileSync(REPORT, KEPT);
  report.end();
}

function isThere(program: string): boolean {
  return spawnSync(program, ["--version"], { stdio: "ignore" }).error === undefined;
}
