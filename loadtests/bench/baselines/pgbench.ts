import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Client } from "pg";
import { readProcessTimes } from "../measure/processor-time.ts";
import { readUsage, usagePerPayment, type Watched } from "../measure/usage.ts";
import { IDS_PER_CLIENT, PAYMENT_SHAPED_STATEMENTS, PAYMENT_SHAPED_TABLES } from "./payment-shaped.ts";

const run = promisify(execFile);
const STAND_IN = fileURLToPath(new URL("./pg-stand-in.ts", import.meta.url));

export interface DatabaseBaseline {
  readonly tool: "pgbench" | "pg stand-in";
  readonly clients: number;
  readonly paymentsPerSecond: number;
  readonly cpuUsPerPayment: Record<string, number>;
}

/** The payment-shaped transactions with nothing around them, each client as fast as it can. */
export async function measureDatabaseBaseline(options: {
  readonly url: string;
  readonly postmasterPid: number;
  readonly clients: number;
  readonly seconds: number;
  readonly scratch: string;
}): Promise<DatabaseBaseline> {
  await createTables(options.url);
  const tool = (await hasPgbench()) ? "pgbench" : "pg stand-in";
  const watched: Watched[] = [{ label: "postgres", pid: options.postmasterPid, kind: "postgres" }];
  const before = readUsage(watched);
  const childrenBefore = endedChildrenUs();
  const { payments, perSecond } = await (tool === "pgbench" ? runPgbench(options) : runStandIn(options));
  const childrenAfter = endedChildrenUs();
  const perPayment = usagePerPayment(before, readUsage(watched), payments);
  const postgresUs = Object.entries(perPayment)
    .filter(([label]) => label.startsWith("postgres"))
    .reduce((sum, [, us]) => sum + us, 0);
  const cpuUsPerPayment = { postgres: postgresUs, [tool]: (childrenAfter - childrenBefore) / payments };
  return { tool, clients: options.clients, paymentsPerSecond: perSecond, cpuUsPerPayment };
}

/** Creates, or empties, what both baselines write into. */
export async function createTables(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(PAYMENT_SHAPED_TABLES);
  } finally {
    await client.end();
  }
}

export async function hasPgbench(): Promise<boolean> {
  try {
    await run("pgbench", ["--version"]);
    return true;
  } catch {
    return false;
  }
}

type Rate = { readonly payments: number; readonly perSecond: number };

/** How every run of pgbench is made: without a vacuum, prepared, on two threads, each client counting from 0. */
export const PGBENCH_SHAPE = ["-n", "-M", "prepared", "-j", "2", "-D", "serial=0"];

/** Writes the payment-shaped transactions as pgbench reads them, and answers where. */
export async function writePgbenchScript(scratch: string): Promise<string> {
  const script = join(scratch, "payment-shaped.sql");
  const lines = [
    "\\set serial :serial + 1",
    `\\set id :client_id * ${IDS_PER_CLIENT} + :serial`,
    ...PAYMENT_SHAPED_STATEMENTS.map((statement) => `${statement};`),
  ];
  await writeFile(script, `${lines.join("\n")}\n`);
  return script;
}

async function runPgbench(options: {
  url: string;
  clients: number;
  seconds: number;
  scratch: string;
}): Promise<Rate> {
  const script = await writePgbenchScript(options.scratch);
  const shape = [...PGBENCH_SHAPE, "-c", String(options.clients), "-T", String(options.seconds)];
  const { stdout } = await run("pgbench", [...shape, "-f", script, options.url]);
  const payments = Number(/transactions actually processed: (\d+)/.exec(stdout)?.[1]);
  const perSecond = Number(/tps = ([\d.]+) \(without initial/.exec(stdout)?.[1]);
  if (!(payments > 0 && perSecond > 0))
    throw new Error(`pgbench said nothing of its rate: ${stdout.slice(-500)}`);
  return { payments, perSecond };
}

async function runStandIn(options: { url: string; clients: number; seconds: number }): Promise<Rate> {
  const env = { ...process.env, BASELINE_DATABASE_URL: options.url };
  const args = [STAND_IN, String(options.clients), String(options.seconds)];
  const { stdout } = await run(process.execPath, args, { env });
  const payments = Number(stdout.trim());
  if (!(payments > 0)) throw new Error("the pg stand-in made no payment");
  return { payments, perSecond: payments / options.seconds };
}

/** Processor time of our own children that have ended: pgbench's, read after it is gone. */
function endedChildrenUs(): number {
  return readProcessTimes().get(process.pid)?.endedChildrenUs ?? 0;
}
