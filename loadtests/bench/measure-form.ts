import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Children } from "./children.ts";
import { directPaymentTemplate } from "./load/request-template.ts";
import { runLoad, shapesOf, type LoadShape } from "./load/run-load.ts";
import type { Target } from "./load/slots.ts";
import { createLedger } from "./load/tally.ts";
import { callsPerPayment, readActionCalls } from "./measure/action-calls.ts";
import { openProbe, STATISTICS_DELAY_MS, type DatabaseProbe } from "./measure/database.ts";
import { readUsage, shareOfOthers, usagePerPayment } from "./measure/usage.ts";
import { nameOfSetup, type Options, type Setup } from "./options.ts";
import { createApiKeys } from "./product/api-keys.ts";
import { compareWithBook } from "./product/invariants.ts";
import type { BenchServer } from "./product/postgres.ts";
import { untilQueuesEmpty } from "./product/queues.ts";
import { REPOSITORY, startForm, type RunningForm } from "./product/start-form.ts";
import { receiveWebhooks, type WebhookReceiver } from "./product/webhooks.ts";
import { nameOf, type BlockResult, type PhaseResult } from "./results.ts";

/**
 * A process spends much of its first seconds on compiling, so it is warmed up before it is measured, with
 * batches of many requests and with single ones.
 */
const WARM_UP: readonly LoadShape[] = [
  { kind: "closed", clients: 32 },
  { kind: "open", ratePerSecond: 300 },
];
const WARM_UP_SECONDS = 12;
/**
 * How many times longer an open loop lasts than a closed one. In 8 s of 300/s the slowest hundredth is 24
 * requests, and a single stall of the disk would decide it.
 */
const OPEN_LOOP_FACTOR = 4;

export interface FormRun {
  readonly children: Children;
  readonly server: BenchServer;
  readonly scratch: string;
  readonly options: Options;
  readonly progress: (text: string) => void;
}

/** Starts one form on an empty database, puts every load on it, checks the invariants and stops it. */
export async function measureForm(run: FormRun, setup: Setup, repetition: number): Promise<BlockResult> {
  const { form, webhooks } = setup;
  const name = `bench_${form}${webhooks ? "hooks" : ""}_${repetition}`;
  const databaseUrl = await run.server.createDatabase(name);
  run.progress(`${nameOfSetup(setup)} ${repetition}: starting`);
  const running = await startForm({
    children: run.children,
    repository: REPOSITORY,
    form,
    dataDir: join(run.scratch, name),
    databaseUrl,
    postmasterPid: run.server.postmasterPid,
    profileDir: run.options.profileDir,
  });
  const probe = await openProbe(databaseUrl);
  const receiver = webhooks ? await receiveWebhooks(run.children, join(run.scratch, `${name}.log`)) : null;
  try {
    return await measureRunning({ ...run, setup, repetition, running, probe, receiver });
  } catch (error) {
    run.progress(running.logTail());
    throw error;
  } finally {
    await probe.close();
    await running.stop();
    await receiver?.stop();
    await run.server.dropDatabase(name);
  }
}

/** A form that runs, and what is needed to put load on it and to see what that costs. */
export interface Measured {
  readonly running: RunningForm;
  readonly probe: DatabaseProbe;
  readonly target: Target;
}

interface RunningBlock extends FormRun {
  readonly setup: Setup;
  readonly repetition: number;
  readonly running: RunningForm;
  readonly probe: DatabaseProbe;
  readonly receiver: WebhookReceiver | null;
}

async function measureRunning(block: RunningBlock): Promise<BlockResult> {
  const { setup, repetition, running, probe, receiver } = block;
  const { runtime } = running;
  const { seconds, clients, rates } = block.options;
  const progress = (text: string) => block.progress(`${nameOfSetup(setup)} ${repetition}: ${text}`);
  const target = await aimAt(running);
  await receiver?.register(runtime.public_url, target.apiKeys);
  const commitsBefore = await probe.commits();
  const bytesBefore = await probe.bytesBySchema();
  progress("warming up");
  for (const shape of WARM_UP) await runLoad(target, shape, WARM_UP_SECONDS);
  const phases: PhaseResult[] = [];
  for (const shape of shapesOf(rates, clients)) {
    const factor = shape.kind === "open" ? OPEN_LOOP_FACTOR : 1;
    const phase = await measurePhase({ running, probe, target }, shape, seconds * factor);
    progress(`${nameOf(shape)}: ${describe(phase)}`);
    phases.push(phase);
  }
  const payments = target.ledger.payments.size;
  const arrivals = (await receiver?.untilAllArrived(target.ledger.payments)) ?? null;
  await sleep(STATISTICS_DELAY_MS);
  const commits = (await probe.commits()) - commitsBefore;
  const bytes = await probe.bytesBySchema();
  const invariants = await compareWithBook(runtime.acquirer.admin_url, target.ledger);
  const perPayment = Object.entries(bytes).map(([schema, after]): [string, number] => [
    schema,
    (after - (bytesBefore[schema] ?? 0)) / payments,
  ]);
  return {
    setup,
    repetition,
    phases,
    commitsPerPayment: commits / payments,
    bytesPerPaymentBySchema: Object.fromEntries(perPayment),
    invariants,
    arrivals,
  };
}

/** Makes keys on a form that runs, and what to aim load at. */
export async function aimAt(running: RunningForm): Promise<Target> {
  const { public_url: first, processes, control_url: control } = running.runtime;
  const url = new URL(first);
  const further = processes.flatMap(({ public_url: own }) => (own === undefined ? [] : [new URL(own)]));
  return {
    host: url.hostname,
    ports: [url, ...further].map(({ port }) => Number(port)),
    template: directPaymentTemplate(url.host),
    apiKeys: await createApiKeys(control, running.controlToken),
    ledger: createLedger(),
    nextSerial: 0,
  };
}

/** Puts one load on a form and waits until nothing of it is under way. */
export async function measurePhase(on: Measured, shape: LoadShape, seconds: number): Promise<PhaseResult> {
  const { running, probe, target } = on;
  const adminUrls = new Set(running.runtime.processes.flatMap((each) => each.admin_url ?? []));
  const callsBefore = await readActionCalls([...adminUrls]);
  const before = { counters: await probe.counters(), usage: readUsage(running.watched) };
  const startedAt = performance.now();
  const load = await runLoad(target, shape, seconds);
  const end = await untilQueuesEmpty(probe, async () => {
    const at = performance.now();
    const usage = readUsage(running.watched);
    return { at, usage, counters: await probe.counters() };
  });
  const calls = await readActionCalls([...adminUrls]);
  const { created, succeeded, others } = load.tally;
  if (created === 0) throw new Error(`no payment was created: ${JSON.stringify(Object.fromEntries(others))}`);
  const elapsedS = (end.at - startedAt) / 1_000;
  const transactions = end.counters.writingTransactions - before.counters.writingTransactions;
  return {
    shape,
    created,
    succeeded,
    others: Object.fromEntries(others),
    elapsedS,
    paymentsPerSecond: created / elapsedS,
    latencyMs: load.latencyMs,
    sendLagMs: load.sendLagMs,
    writingTransactionsPerPayment: transactions / created,
    walBytesPerPayment: (end.counters.walBytes - before.counters.walBytes) / created,
    callsPerPayment: callsPerPayment(callsBefore, calls, created),
    cpuUsPerPayment: usagePerPayment(before.usage, end.usage, created),
    othersShare: shareOfOthers(before.usage, end.usage, elapsedS),
  };
}

function describe({ paymentsPerSecond, latencyMs, others }: PhaseResult): string {
  const latency =
    latencyMs === null ? "" : `, p50 ${latencyMs.p50.toFixed(1)} p99 ${latencyMs.p99.toFixed(1)} ms`;
  const rest = Object.keys(others).length === 0 ? "" : `, ${JSON.stringify(others)}`;
  return `${paymentsPerSecond.toFixed(0)} payments/s${latency}${rest}`;
}
