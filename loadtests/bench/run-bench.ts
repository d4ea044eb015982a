import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, platform, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findNatsServer } from "@flowlix/runtime/nats-server";
import type { Children } from "./children.ts";
import { measureBareFloor } from "./floors/bare.ts";
import { measureDatabaseFloor, type DatabaseFloor } from "./floors/pgbench.ts";
import { measureForm, type FormRun } from "./measure-form.ts";
import { nameOfSetup, type Options } from "./options.ts";
import { startServer } from "./product/postgres.ts";
import type { BenchResult, BlockResult, FloorResult } from "./results.ts";

const DATABASE_FLOOR_CLIENTS = [16, 64];
/** A floor is a yardstick, not the subject: half of a phase's time is enough. */
const FLOOR_SHARE = 0.5;

/** The whole run: the floors, then each form in turn, as often as asked (A B A B …). */
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
  const floors: FloorResult[] = [];
  const blocks: BlockResult[] = [];
  for (let repetition = 1; repetition <= options.repeat; repetition += 1) {
    floors.push(await measureFloors(run, repetition));
    for (const setup of options.floorsOnly ? [] : options.setups) {
      blocks.push(await measureForm(run, setup, repetition));
    }
  }
  return {
    startedAt,
    commit: git(["rev-parse", "--short", "HEAD"]),
    machine: { ...machine(), postgres: server.version },
    options,
    floors,
    blocks,
    problems: blocks.flatMap(problemsOf),
  };
}

async function measureFloors(run: FormRun, repetition: number): Promise<FloorResult> {
  const { server, scratch, children, options } = run;
  const seconds = Math.max(2, Math.round(options.seconds * FLOOR_SHARE));
  const name = `bench_floor_${repetition}`;
  const url = await server.createDatabase(name);
  const common = { url, postmasterPid: server.postmasterPid, seconds, scratch };
  try {
    const database: DatabaseFloor[] = [];
    for (const clients of DATABASE_FLOOR_CLIENTS) {
      const floor = await measureDatabaseFloor({ ...common, clients });
      run.progress(
        `floor ${repetition}: ${floor.tool}, ${clients} clients: ${floor.paymentsPerSecond.toFixed(0)}/s`,
      );
      database.push(floor);
    }
    const natsServer = findNatsServer();
    if (natsServer === null) {
      run.progress("no nats-server found (make tools installs one): no floor over NATS");
      return { repetition, database, bare: null };
    }
    const bare = await measureBareFloor({ ...common, children, natsServer, clients: options.clients });
    for (const floor of bare) {
      run.progress(
        `floor ${repetition}: bare, ${floor.clients} clients: ${floor.paymentsPerSecond.toFixed(0)}/s`,
      );
    }
    return { repetition, database, bare };
  } finally {
    await server.dropDatabase(name);
  }
}

function problemsOf({ setup, repetition, truth, arrivals }: BlockResult): string[] {
  const problems = [...truth.problems, ...(arrivals?.problems ?? [])];
  if (truth.chargedWithoutAnswer === 0 && truth.amountAnswered !== truth.amountCharged) {
    problems.push(`answered ${truth.amountAnswered}, charged ${truth.amountCharged} minor units in all`);
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
