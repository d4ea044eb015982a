import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Children } from "../children.ts";
import { runLoad, type LoadShape } from "../load/run-load.ts";
import { openProbe } from "../measure/database.ts";
import { aimAt, measurePhase, type Measured } from "../measure-form.ts";
import { compareWithBook } from "../product/invariants.ts";
import { startServer } from "../product/postgres.ts";
import { REPOSITORY, startForm } from "../product/start-form.ts";
import { copyRows } from "./copy-rows.ts";
import { costsText } from "./costs-text.ts";
import { firstText, measureFirst } from "./first-payments.ts";
import { listsText, measureLists } from "./lists.ts";
import type { CostsOptions } from "./options.ts";
import { forgetStatements, readStatements, STATEMENT_SETTINGS } from "./statements.ts";
import { readThreads, usedBetween } from "./threads.ts";

/** What a payment passes, and what takes its event. */
const REPLICATED = ["api-gateway", "idempotency", "payments", "notifier"];
const WARM_UP: readonly LoadShape[] = [
  { kind: "closed", clients: 32 },
  { kind: "open", ratePerSecond: 300 },
];
const WARM_UP_SECONDS = 8;

/** Starts a form on an empty database, and says what its payments cost. Throws where one was lost or doubled. */
export async function measureCosts(
  children: Children,
  options: CostsOptions,
  say: (text: string) => void,
): Promise<void> {
  const on = await start(children, options);
  const { running, probe, target } = on;
  const first = await measureFirst(target);
  for (const shape of WARM_UP) await runLoad(target, shape, WARM_UP_SECONDS);
  say(`${firstText({ first, later: await measureFirst(target) })}\n`);
  if (options.rows > 0) {
    await copyRows(probe, options.rows, say);
    say(`${listsText(await measureLists(running, target))}\n`);
  }
  const pids = running.watched.filter(({ kind }) => kind === "process").map(({ pid }) => pid);
  for (const shape of options.shapes) {
    await forgetStatements(probe);
    const before = readThreads(pids);
    const phase = await measurePhase(on, shape, options.seconds);
    const threads = usedBetween(before, readThreads(pids));
    say(`${costsText({ phase, threads, statements: await readStatements(probe) })}\n`);
  }
  const { problems } = await compareWithBook(running.runtime.acquirer.admin_url, target.ledger);
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

async function start(children: Children, { form, replicas }: CostsOptions): Promise<Measured> {
  const scratch = mkdtempSync(join(tmpdir(), "flowlix-costs-"));
  children.adopt(async () => rmSync(scratch, { recursive: true, force: true }));
  const server = await startServer(children, scratch, STATEMENT_SETTINGS);
  const databaseUrl = await server.createDatabase("bench_costs_1");
  const running = await startForm({
    children,
    repository: REPOSITORY,
    form,
    dataDir: join(scratch, form),
    databaseUrl,
    postmasterPid: server.postmasterPid,
    profileDir: null,
    ...(replicas > 1 && { env: { REPLICAS: REPLICATED.map((name) => `${name}=${replicas}`).join(",") } }),
  });
  const probe = await openProbe(databaseUrl);
  children.adopt(() => probe.close());
  return { running, probe, target: await aimAt(running) };
}
