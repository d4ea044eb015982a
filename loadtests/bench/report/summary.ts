import { nameOfSetup, type Setup } from "../options.ts";
import {
  nameOf,
  type BenchResult,
  type BlockResult,
  type BaselineResult,
  type PhaseResult,
} from "../results.ts";
import { medianRecord, spreadOf, type Spread } from "./median.ts";

/** What the acquirer keeps is counted apart: in live mode it is somebody else's. */
const ACQUIRER_SCHEMA = "sandbox_acquirer";
const RATIO_CLIENTS = 64;

export interface BaselineSummary {
  readonly name: string;
  readonly paymentsPerSecond: Spread;
  readonly cpuUsPerPayment: [string, number][];
}

export interface PhaseSummary {
  readonly name: string;
  readonly paymentsPerSecond: Spread;
  readonly p50: Spread;
  readonly p99: Spread;
  readonly max: Spread;
  readonly sendLagP99: Spread;
  readonly others: [string, number][];
  readonly writingTransactions: Spread;
  readonly walBytes: Spread;
  readonly cpuUsPerPayment: [string, number][];
  readonly cpuUsTotal: Spread;
  readonly calls: [string, number][];
  readonly othersShare: Spread;
  /** To pgbench with 64 clients and to the bare baseline, of the same repetition; closed loops only. */
  readonly toDatabaseBaseline: Spread;
  readonly toBareBaseline: Spread;
  /** The p99 to that of pgbench held to the same rate, of the same repetition; open loops only. */
  readonly p99ToHeldBaseline: Spread;
}

export interface FormSummary {
  readonly name: string;
  readonly setup: Setup;
  readonly phases: PhaseSummary[];
  readonly commits: Spread;
  readonly databaseBytes: Spread;
  readonly bytesBySchema: [string, number][];
  readonly acquirerBytes: Spread;
  readonly payments: number;
  /** Of webhooks, where there were any. */
  readonly arrivals: {
    readonly received: number;
    readonly repeated: number;
    readonly lastAfterS: Spread;
  } | null;
}

/** Medians over the repetitions of every baseline. */
export function summariseBaselines(baselines: readonly BaselineResult[]): BaselineSummary[] {
  const all = baselines.flatMap(({ database, bare }) => [
    ...database.map((baseline) => ({ name: `${baseline.tool}, ${baseline.clients} clients`, baseline })),
    ...(bare ?? []).map((baseline) => ({
      name: `Fastify → NATS → one commit, ${baseline.clients} clients`,
      baseline,
    })),
  ]);
  return [...new Set(all.map(({ name }) => name))].map((name) => {
    const same = all.filter((each) => each.name === name).map(({ baseline }) => baseline);
    return {
      name,
      paymentsPerSecond: spreadOf(same.map((baseline) => baseline.paymentsPerSecond)),
      cpuUsPerPayment: medianRecord(same.map((baseline) => baseline.cpuUsPerPayment)),
    };
  });
}

/** Latencies of pgbench held to a rate; null where no repetition has them. */
export function summariseHeld(
  baselines: readonly BaselineResult[],
): { readonly ratePerSecond: number; readonly p50: Spread; readonly p99: Spread } | null {
  const held = baselines.flatMap((baseline) => baseline.held ?? []);
  const [first] = held;
  if (first === undefined) return null;
  return {
    ratePerSecond: first.ratePerSecond,
    p50: spreadOf(held.map(({ latencyMs }) => latencyMs.p50)),
    p99: spreadOf(held.map(({ latencyMs }) => latencyMs.p99)),
  };
}

/** Medians over the repetitions of every form. */
export function summariseForms({ blocks, baselines }: BenchResult): FormSummary[] {
  const setups = new Map(blocks.map(({ setup }) => [nameOfSetup(setup), setup]));
  return [...setups].map(([name, setup]) => {
    const same = blocks.filter((block) => nameOfSetup(block.setup) === name);
    const phaseCount = same[0]?.phases.length ?? 0;
    return {
      name,
      setup,
      phases: Array.from({ length: phaseCount }, (_, index) => summarisePhase(same, baselines, index)),
      commits: spreadOf(same.map((block) => block.commitsPerPayment)),
      databaseBytes: spreadOf(
        same.map((block) => productBytes(block).reduce((sum, [, bytes]) => sum + bytes, 0)),
      ),
      bytesBySchema: medianRecord(same.map((block) => Object.fromEntries(productBytes(block)))),
      acquirerBytes: spreadOf(same.map((block) => block.bytesPerPaymentBySchema[ACQUIRER_SCHEMA] ?? 0)),
      payments: same.reduce((sum, block) => sum + block.invariants.answered, 0),
      arrivals: setup.webhooks ? summariseArrivals(same) : null,
    };
  });
}

function summariseArrivals(blocks: readonly BlockResult[]): FormSummary["arrivals"] {
  const all = blocks.flatMap(({ arrivals }) => arrivals ?? []);
  return {
    received: all.reduce((sum, { received }) => sum + received, 0),
    repeated: all.reduce((sum, { repeated }) => sum + repeated, 0),
    lastAfterS: spreadOf(all.map(({ lastAfterS }) => lastAfterS)),
  };
}

function productBytes(block: BlockResult): [string, number][] {
  return Object.entries(block.bytesPerPaymentBySchema).filter(([schema]) => schema !== ACQUIRER_SCHEMA);
}

function summarisePhase(
  blocks: readonly BlockResult[],
  baselines: readonly BaselineResult[],
  index: number,
): PhaseSummary {
  const rows = blocks.flatMap(({ repetition, phases }) => {
    const phase = phases[index];
    const baseline = baselines.find((each) => each.repetition === repetition);
    return phase === undefined || baseline === undefined ? [] : [{ phase, baseline }];
  });
  const of = (value: (phase: PhaseResult) => number | undefined): Spread =>
    spreadOf(rows.map(({ phase }) => value(phase) ?? Number.NaN));
  const first = rows[0]?.phase.shape ?? { kind: "closed", clients: 0 };
  return {
    name: nameOf(first),
    paymentsPerSecond: of((phase) => phase.paymentsPerSecond),
    p50: of((phase) => phase.latencyMs?.p50),
    p99: of((phase) => phase.latencyMs?.p99),
    max: of((phase) => phase.latencyMs?.max),
    sendLagP99: of((phase) => phase.sendLagMs?.p99),
    others: sumRecord(rows.map(({ phase }) => phase.others)),
    writingTransactions: of((phase) => phase.writingTransactionsPerPayment),
    walBytes: of((phase) => phase.walBytesPerPayment),
    cpuUsPerPayment: medianRecord(rows.map(({ phase }) => phase.cpuUsPerPayment)),
    cpuUsTotal: of((phase) => Object.values(phase.cpuUsPerPayment).reduce((sum, us) => sum + us, 0)),
    calls: medianRecord(rows.map(({ phase }) => phase.callsPerPayment)),
    othersShare: of((phase) => phase.othersShare ?? undefined),
    toDatabaseBaseline: spreadOf(rows.map(({ phase, baseline }) => ratioTo(phase, databaseRate(baseline)))),
    toBareBaseline: spreadOf(rows.map(({ phase, baseline }) => ratioTo(phase, bareRate(baseline, phase)))),
    p99ToHeldBaseline: spreadOf(rows.map(({ phase, baseline }) => p99ToHeld(phase, baseline))),
  };
}

function ratioTo({ shape, paymentsPerSecond }: PhaseResult, baseline: number | undefined): number {
  return shape.kind === "closed" && baseline !== undefined ? paymentsPerSecond / baseline : Number.NaN;
}

function databaseRate({ database }: BaselineResult): number | undefined {
  return database.find(({ clients }) => clients === RATIO_CLIENTS)?.paymentsPerSecond;
}

function bareRate({ bare }: BaselineResult, { shape }: PhaseResult): number | undefined {
  return shape.kind === "closed"
    ? bare?.find(({ clients }) => clients === shape.clients)?.paymentsPerSecond
    : undefined;
}

function p99ToHeld({ shape, latencyMs }: PhaseResult, { held }: BaselineResult): number {
  const isLike = shape.kind === "open" && shape.ratePerSecond === held?.ratePerSecond;
  return isLike && latencyMs !== null ? latencyMs.p99 / held.latencyMs.p99 : Number.NaN;
}

function sumRecord(records: readonly Readonly<Record<string, number>>[]): [string, number][] {
  const sums = new Map<string, number>();
  for (const [name, count] of records.flatMap((record) => Object.entries(record))) {
    sums.set(name, (sums.get(name) ?? 0) + count);
  }
  return [...sums];
}
