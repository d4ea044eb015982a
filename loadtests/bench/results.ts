import type { BareBaseline } from "./baselines/bare.ts";
import type { HeldBaseline } from "./baselines/held.ts";
import type { DatabaseBaseline } from "./baselines/pgbench.ts";
import type { LoadShape } from "./load/run-load.ts";
import type { LatencySummary } from "./load/samples.ts";
import type { Options, Setup } from "./options.ts";
import type { Invariants } from "./product/invariants.ts";
import type { Arrivals } from "./product/webhooks.ts";

/** One phase of one block. Everything "per payment" is per 201 of this phase. */
export interface PhaseResult {
  readonly shape: LoadShape;
  readonly created: number;
  readonly succeeded: number;
  readonly others: Readonly<Record<string, number>>;
  /** From the first request until every queue was empty. */
  readonly elapsedS: number;
  readonly paymentsPerSecond: number;
  readonly latencyMs: LatencySummary | null;
  readonly sendLagMs: LatencySummary | null;
  readonly writingTransactionsPerPayment: number;
  readonly walBytesPerPayment: number;
  readonly callsPerPayment: Readonly<Record<string, number>>;
  readonly cpuUsPerPayment: Readonly<Record<string, number>>;
  /** Share of all processors that other programs used; null where unknown. */
  readonly othersShare: number | null;
}

/** One form, started afresh on an empty database, through all phases. */
export interface BlockResult {
  readonly setup: Setup;
  readonly repetition: number;
  readonly phases: readonly PhaseResult[];
  /** Over all phases and the warm-up: pg_stat_database.xact_commit, reading transactions included. */
  readonly commitsPerPayment: number;
  readonly bytesPerPaymentBySchema: Readonly<Record<string, number>>;
  readonly invariants: Invariants;
  /** Null where nobody has an endpoint. */
  readonly arrivals: Arrivals | null;
}

/** The machine without the product, measured next to each repetition. */
export interface BaselineResult {
  readonly repetition: number;
  readonly database: readonly DatabaseBaseline[];
  /** Null where no pgbench is found. */
  readonly held: HeldBaseline | null;
  /** Null where no nats-server is found. */
  readonly bare: readonly BareBaseline[] | null;
}

export interface BenchResult {
  readonly startedAt: string;
  readonly commit: string;
  readonly machine: Readonly<Record<string, string | number>>;
  readonly options: Options;
  readonly baselines: readonly BaselineResult[];
  readonly blocks: readonly BlockResult[];
  /** Everything that makes the run a failure: lost, doubled or misreported payments. */
  readonly problems: readonly string[];
}

/** `closed 64` or `open 300/s` */
export function nameOf(shape: LoadShape): string {
  return shape.kind === "closed" ? `closed ${shape.clients}` : `open ${shape.ratePerSecond}/s`;
}
