import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkOut } from "../check-out.ts";
import type { Children } from "../children.ts";
import { runLoad } from "../load/run-load.ts";
import { aimAt, measurePhase, type Measured } from "../measure-form.ts";
import { openProbe } from "../measure/database.ts";
import { LOAD_GENERATOR } from "../measure/usage.ts";
import { startServer, type BenchServer } from "../product/postgres.ts";
import { REPOSITORY, startForm } from "../product/start-form.ts";
import { nameOf, type PhaseResult } from "../results.ts";
import type { Figures, ShapeRounds } from "./ratios.ts";
import type { CompareOptions } from "./options.ts";

/** A process still gets faster in its first tens of seconds under load. */
const WARM_UP_SECONDS = 20;

interface CompareRun {
  readonly children: Children;
  readonly options: CompareOptions;
  readonly progress: (text: string) => void;
}

/** Both trees' figures of every round, by load; in each round both meet the same load one right after the other. */
export async function runCompare({ children, options, progress }: CompareRun): Promise<ShapeRounds[]> {
  const scratch = mkdtempSync(join(tmpdir(), "flowlix-compare-"));
  children.adopt(async () => rmSync(scratch, { recursive: true, force: true }));
  progress(`installing ${options.against}`);
  const other = join(scratch, "before");
  checkOut(children, options.against, other);
  const server = await startServer(children, scratch);
  const start = (repository: string, name: "before" | "now") =>
    startTree({ children, options, server, scratch }, repository, name);
  const before = await start(other, "before");
  const now = await start(REPOSITORY, "now");
  progress("warming up");
  for (const { target } of [before, now])
    await runLoad(target, { kind: "closed", clients: 64 }, WARM_UP_SECONDS);
  const results: ShapeRounds[] = options.shapes.map((shape) => ({ shape, before: [], now: [] }));
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const result of results) {
      const measure = async (which: "before" | "now", tree: Measured) => {
        result[which].push(figuresOf(await measurePhase(tree, result.shape, options.seconds)));
      };
      // Who comes second meets what the first one's load left to do: each is second in every other round.
      const turns = [() => measure("before", before), () => measure("now", now)];
      for (const turn of round % 2 === 0 ? turns.toReversed() : turns) await turn();
      progress(`round ${round} of ${options.rounds}: ${nameOf(result.shape)}`);
    }
  }
  return results;
}

interface StartRun {
  readonly children: Children;
  readonly options: CompareOptions;
  readonly server: BenchServer;
  readonly scratch: string;
}

async function startTree(run: StartRun, repository: string, name: "before" | "now"): Promise<Measured> {
  // Roles are named after their database, and figures by role look for this form of a name.
  const database = `bench_${name}_1`;
  const databaseUrl = await run.server.createDatabase(database);
  const running = await startForm({
    children: run.children,
    repository,
    form: run.options.form,
    dataDir: join(run.scratch, database),
    databaseUrl,
    postmasterPid: run.server.postmasterPid,
    profileDir: null,
  });
  const probe = await openProbe(databaseUrl);
  run.children.adopt(() => probe.close());
  return { running, probe, target: await aimAt(running) };
}

const figuresOf = (phase: PhaseResult): Figures => ({
  paymentsPerSecond: phase.paymentsPerSecond,
  p50Ms: phase.latencyMs?.p50 ?? Number.NaN,
  p99Ms: phase.latencyMs?.p99 ?? Number.NaN,
  cpuUs: Object.entries(phase.cpuUsPerPayment)
    .filter(([label]) => label !== LOAD_GENERATOR)
    .reduce((sum, [, us]) => sum + us, 0),
  walBytes: phase.walBytesPerPayment,
});
