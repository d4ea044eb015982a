import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, platform, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findNatsServer } from "@flowlix/runtime/nats-server";
import type { Children } from "./children.ts";
import { measureBareBaseline } from "./baselines/bare.ts";
import { measureHeldBaseline } from "./baselines/held.ts";
import { measureDatabaseBaseline, type DatabaseBaseline } from "./baselines/pgbench.ts";
import { measureForm, type FormRun } from "./measure-form.ts";
import { nameOfSetup, type Options } from "./options.ts";
import { startServer } from "./product/postgres.ts";
import type { BenchResult, BlockResult, BaselineResult } from "./results.ts";

const DATABASE_BASELINE_CLIENTS = [16, 64];
/** The rate of nearly every installation, of which latency is promised. */
const HELD_RATE = 300;
/** As long as an open loop of the product, whose slowest hundredth it stands beside. */
const HELD_SHARE = 4;
/** Half of a phase's time is enough for a baseline. */
const BASELINE_SHARE = 0.5;

/** The whole run: the baselines, then each form in turn, as often as asked (A B A B …). */
export async function runBench(
  children: Children,
  options: Options,
  progress: (text: string) => void,
): Promise<BenchResult> {
  const scratch = mkdtempSync(join(tmpdir(), "flowlix-bench-"));
  children.adopt(async () => rmSync(scratch, { recursive: true, force: true }));
  const startedAt = new Date().toISOString();
  const server = await startServer(children, scratch);
  const run: FormRun = { children, server, scratch, options, progress };
  const baselines: BaselineResult[] = [];
  const blocks: BlockResult[] = [];
  for (let repetition = 1; repetition <= options.repeat; repetition += 1) {
    baselines.push(await measureBaselines(run, repetition));
    for (const setup of options.baselinesOnly ? [] : options.setups) {
      blocks.push(await measureForm(run, setup, repetition));
    }
  }
  return {
    startedAt,
    commit: git(["rev-parse", "--short", "HEAD"]),
    machine: { ...machine(), postgres: server.version },
    options,
    baselines,
    blocks,
    problems: blocks.flatMap(problemsOf),
  };
}

async function measureBaselines(run: FormRun, repetition: number): Promise<BaselineResult> {
  const { server, scratch, children, options } = run;
  const seconds = Math.max(2, Math.round(options.seconds * BASELINE_SHARE));
  const name = `bench_baseline_${repetition}`;
  const url = await server.createDatabase(name);
  const common = { url, postmasterPid: server.postmasterPid, seconds, scratch };
  try {
    const database: DatabaseBaseline[] = [];
    for (const clients of DATABASE_BASELINE_CLIENTS) {
      const baseline = await measureDatabaseBaseline({ ...common, clients });
      run.progress(
        `baseline ${repetition}: ${baseline.tool}, ${clients} clients: ${baseline.paymentsPerSecond.toFixed(0)}/s`,
      );
      database.push(baseline);
    }
    const held = await measureHeldBaseline({
      ...common,
      ratePerSecond: HELD_RATE,
      seconds: options.seconds * HELD_SHARE,
    });
    run.progress(
      held === null
        ? "no pgbench found: no baseline at a rate"
        : `baseline ${repetition}: pgbench held to ${HELD_RATE}/s: p99 ${held.latencyMs.p99.toFixed(1)} ms`,
    );
    const natsServer = findNatsServer();
    if (natsServer === null) {
      run.progress("no nats-server found (make tools installs one): no baseline over NATS");
      return { repetition, database, held, bare: null };
    }
    const bare = await measureBareBaseline({ ...common, children, natsServer, clients: options.clients });
    for (const baseline of bare) {
      run.progress(
        `baseline ${repetition}: bare, ${baseline.clients} clients: ${baseline.paymentsPerSecond.toFixed(0)}/s`,
      );
    }
    return { repetition, database, held, bare };
  } finally {
    await server.dropDatabase(name);
  }
}

function problemsOf({ setup, repetition, invariants, arrivals }: BlockResult): string[] {
  const problems = [...invariants.problems, ...(arrivals?.problems ?? [])];
  if (invariants.chargedWithoutAnswer === 0 && invariants.amountAnswered !== invariants.amountCharged) {
    problems.push(
      `answered ${invariants.amountAnswered}, charged ${invariants.amountCharged} minor units in all`,
    );
  }
  return problems.map((problem) => `${nameOfSetup(setup)} ${repetition}: ${problem}`);
}

function machine(): Record<string, string | number> {
  const processors = cpus();
  return {
    platform: platform(),
    processors: processors.length,
    model: processors[0]?.model ?? "unknown",
    memory_bytes: totalmem(),
    node: process.version,
  };
}

function git(args: string[]): string {
  try {
    const cwd = fileURLToPath(new URL(".", import.meta.url));
    return execFileSync("git", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "unknown"; // Not a clone.
  }
}
