import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { createSamples, type LatencySummary } from "../load/samples.ts";
import { createTables, hasPgbench, PGBENCH_SHAPE, writePgbenchScript } from "./pgbench.ts";

const run = promisify(execFile);

/** Enough that none of them is waited for at a rate of some hundreds. */
const CLIENTS = 16;

/** The payment-shaped transactions at a rate that an installation has, from when each was due. */
export interface HeldBaseline {
  readonly ratePerSecond: number;
  readonly latencyMs: LatencySummary;
}

/** Null where the machine has no pgbench. */
export async function measureHeldBaseline(options: {
  readonly url: string;
  readonly ratePerSecond: number;
  readonly seconds: number;
  readonly scratch: string;
}): Promise<HeldBaseline | null> {
  if (!(await hasPgbench())) return null;
  await createTables(options.url);
  const script = await writePgbenchScript(options.scratch);
  const logs = await mkdtemp(join(options.scratch, "held-"));
  const { ratePerSecond, seconds } = options;
  const shape = [...PGBENCH_SHAPE, "-c", String(CLIENTS), "-T", String(seconds), "-R", String(ratePerSecond)];
  await run("pgbench", [...shape, "-l", "-f", script, options.url], { cwd: logs });
  const samples = createSamples();
  for (const name of await readdir(logs))
    for (const line of (await readFile(join(logs, name), "utf8")).trimEnd().split("\n"))
      samples.add(latencyMs(line));
  await rm(logs, { recursive: true });
  const latency = samples.summary();
  if (latency === null) throw new Error("pgbench logged no transaction");
  return { ratePerSecond, latencyMs: latency };
}

/** A line is `client transaction µs …`; under a rate the time counts from when the transaction was due. */
function latencyMs(line: string): number {
  const us = Number(line.split(" ")[2]);
  if (!(us >= 0)) throw new Error(`pgbench logged ${line}`);
  return us / 1_000;
}
