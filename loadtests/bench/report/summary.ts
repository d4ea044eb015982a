import { nameOfSetup, type Setup } from "../options.ts";
import {
  nameOf,
  type BenchResult,
  type BlockResult,
  type FloorResult,
  type PhaseResult,
} from "../results.ts";
import { medianRecord, spreadOf, type Spread } from "./median.ts";

/** What the acquirer keeps is counted apart: in live mode it is somebody else's. */
const ACQUIRER_SCHEMA = "sandbox_acquirer";
const RATIO_CLIENTS = 64;

export interface FloorSummary {
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
  /** To pgbench with 64 clients and to the bare floor, of the same repetition; closed loops only. */
  readonly toDatabaseFloor: Spread;
  readonly toBareFloor: Spread;
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

/** Medians over the repetitions of every floor. */
export function summariseFloors(floors: readonly FloorResult[]): FloorSummary[] {
  const all = floors.flatMap(({ database, bare }) => [
    ...database.map((floor) => ({ name: `${floor.tool}, ${floor.clients} clients`, floor })),
    ...(bare ?? []).map((floor) => ({
      name: `Fastify → NATS → one commit, ${floor.clients} clients`,
      floor,
    })),
  ]);
  return [...new Set(all.map(({ name }) => name))].map((name) => {
    const same = all.filter((each) => each.name === name).map(({ floor }) => floor);
    return {
      name,
      paymentsPerSecond: spreadOf(same.map((floor) => floor.paymentsPerSecond)),
      cpuUsPerPayment: medianRecord(same.map((floor) => floor.cpuUsPerPayment)),
    };
  });
}

/** Medians over the repetitions of every form. */
export function summariseForms({ blocks, floors }: BenchResult): FormSummary[] {
  const setups = new Map(blocks.map(({ setup }) => [nameOfSetup(setup), setup]));
  return [...setups].map(([name, setup]) => {
    const same = blocks.filter((block) => nameOfSetup(block.setup) === name);
    const phaseCount = same[0]?.phases.length ?? 0;
    return {
      name,
      setup,
      phases: Array.from({ length: phaseCount }, (_, index) => summarisePhase(same, floors, index)),
      commits: spreadOf(same.map((block) => block.commitsPerPayment)),
      databaseBytes: spreadOf(
        same.map((block) => productBytes(block).reduce((sum, [, bytes]) => sum + bytes, 0)),
      ),
      bytesBySchema: medianRecord(same.map((block) => Object.fromEntries(productBytes(block)))),
      acquirerBytes: spreadOf(same.map((block) => block.bytesPerPaymentBySchema[ACQUIRER_SCHEMA] ?? 0)),
      payments: same.reduce((sum, block) => sum + block.truth.answered, 0),
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
  floors: readonly FloorResult[],
  index: number,
): PhaseSummary {
  const rows = blocks.flatMap(({ repetition, phases }) => {
    const phase = phases[index];
    const floor = floors.find((each) => each.repetition === repetition);
    return phase === undefined || floor === undefined ? [] : [{ phase, floor }];
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
    toDatabaseFloor: spreadOf(rows.map(({ phase, floor }) => ratioTo(phase, databaseRate(floor)))),
    toBareFloor: spreadOf(rows.map(({ phase, floor }) => ratioTo(phase, bareRate(floor, phase)))),
  };
}

function ratioTo({ shape, paymentsPerSecond }: PhaseResult, floor: number | undefined): number {
  return shape.kind === "closed" && floor !== undefined ? paymentsPerSecond / floor : Number.NaN;
}

function databaseRate({ database }: FloorResult): number | undefined {
  return database.find(({ clients }) => clients === RATIO_CLIENTS)?.paymentsPerSecond;
}

function bareRate({ bare }: FloorResult, { shape }: PhaseResult): number | undefined {
  return shape.kind === "closed"
    ? bare?.find(({ clients }) => clients === shape.clients)?.paymentsPerSecond
    : undefined;
}

function sumRecord(records: readonly Readonly<Record<string, number>>[]): [string, number][] {
  const sums = new Map<string, number>();
  for (const [name, count] of records.flatMap((record) => Object.entries(record))) {
    sums.set(name, (sums.get(name) ?? 0) + count);
  }
  return [...sums];
}
