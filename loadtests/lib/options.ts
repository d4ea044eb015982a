import type { Options, Scenario, Threshold } from "k6/options";
import { loadOf, secondsOfPhase, type Phase, type TestLoad } from "../data/profiles.ts";
import type { TestName } from "../data/tests.ts";
import { CUTS_COUNTED, PROFILE, SECONDS, UNVERIFIED } from "./settings.ts";

type Thresholds = Record<string, Threshold[]>;

/** Journeys under way at the end of a phase have as long as a create is repeated for. */
const GRACEFUL_STOP = "130s";
/** Settling, reading everything back and comparing it. */
const TEARDOWN = "25m";

/** Hold in every test. */
const INVARIANTS: Thresholds = {
  duplicate_money: ["count==0"],
  lost_money: ["count==0"],
  over_refunds: ["count==0"],
  misreported_money: ["count==0"],
  unsettled_objects: ["count==0"],
  webhooks_missing: ["count==0"],
  replay_mismatch: ["count==0"],
  key_reuse_taken: ["count==0"],
  unwitnessed_facts: ["count==0"],
  without_retry_after: ["count==0"],
  unexpected_status: ["count==0"],
  repeated_unasked: ["count==0"],
  business_ok: ["rate==1"],
};

/** What a test demands besides the invariants. */
export interface Asked {
  /** The name of the requests that the profile's limits of latency apply to; absent where the test makes no claim. */
  readonly latencyOf?: string;
  /** Share of requests to the platform that may fail. */
  readonly failedMax?: number;
  /** Whether arrivals may find no virtual user. Otherwise the rate was not reached, and the run fails. */
  readonly mayDrop?: boolean;
  readonly thresholds?: Thresholds;
}

export function optionsFor(test: TestName, asked: Asked = {}): Options {
  const load = loadOf(test, PROFILE);
  return {
    scenarios: scenariosOf(load),
    thresholds: thresholdsOf(load, asked),
    setupTimeout: "5m",
    teardownTimeout: TEARDOWN,
    summaryTrendStats: ["min", "med", "p(90)", "p(95)", "p(99)", "max", "count"],
    noConnectionReuse: false,
    discardResponseBodies: false,
    userAgent: "flowlix-load",
    tags: { test, profile: PROFILE },
  };
}

function scenariosOf({ load }: TestLoad): Record<string, Scenario> {
  if (load.kind === "iterations") {
    const { iterations, vus } = load;
    return { journeys: { executor: "shared-iterations", iterations, vus, maxDuration: "5m" } };
  }
  let startS = 0;
  const scenarios: Record<string, Scenario> = {};
  for (const phase of load.phases) {
    const seconds = secondsOfPhase(phase, SECONDS);
    scenarios[phase.name] = arrivals(phase, startS, seconds);
    startS += seconds;
  }
  return scenarios;
}

function arrivals(phase: Phase, startS: number, seconds: number): Scenario {
  const common = {
    startTime: `${startS}s`,
    timeUnit: "1s",
    preAllocatedVUs: phase.vus,
    maxVUs: phase.vus,
    gracefulStop: GRACEFUL_STOP,
  };
  if (phase.toRate === undefined)
    return { ...common, executor: "constant-arrival-rate", rate: phase.rate, duration: `${seconds}s` };
  return {
    ...common,
    executor: "ramping-arrival-rate",
    startRate: phase.rate,
    stages: [{ target: phase.toRate, duration: `${seconds}s` }],
  };
}

function thresholdsOf(of: TestLoad, asked: Asked): Thresholds {
  const { load, endToEndP95 } = of;
  const thresholds: Thresholds = {
    ...INVARIANTS,
    "http_req_failed{target:platform}": [`rate<=${asked.failedMax ?? 0}`],
    // Always holds: it keeps the platform's figures apart from the verifier's.
    "http_req_duration{target:platform}": ["max>=0"],
  };
  if (!UNVERIFIED) thresholds["truth_compared"] = ["count>0"];
  if (CUTS_COUNTED) thresholds["cut_requests"] = ["count==0"];
  if (load.kind === "arrivals" && asked.mayDrop !== true) thresholds["dropped_iterations"] = ["count==0"];
  if (endToEndP95 !== undefined) thresholds["payment_end_to_end"] = [`p(95)<${endToEndP95}`];
  if (asked.latencyOf !== undefined) {
    const limits = limitsOf(of);
    if (limits.length > 0) thresholds[`http_req_duration{name:${asked.latencyOf}}`] = limits;
  }
  return { ...thresholds, ...asked.thresholds };
}

const limitsOf = ({ p95, p99 }: TestLoad): string[] =>
  [p95 === undefined ? [] : [`p(95)<${p95}`], p99 === undefined ? [] : [`p(99)<${p99}`]].flat();

/** The profile's limits of latency for each phase by itself: a limit that holds over all may not hold in the last. */
export function latencyIn(test: TestName, name: string, phases: readonly string[]): Thresholds {
  const limits = limitsOf(loadOf(test, PROFILE));
  return limits.length === 0
    ? {}
    : Object.fromEntries(
        phases.map((phase) => [`http_req_duration{scenario:${phase},name:${name}}`, limits]),
      );
}

/** Thresholds that always hold: they only make k6 keep the figures of each phase apart. */
export function figuresOfPhases(test: TestName, name: string): Thresholds {
  const { load } = loadOf(test, PROFILE);
  if (load.kind === "iterations") return {};
  return Object.fromEntries(
    load.phases.flatMap((phase) => [
      [`http_req_duration{scenario:${phase.name},name:${name}}`, ["max>=0"]],
      [`dropped_iterations{scenario:${phase.name}}`, ["count>=0"]],
    ]),
  );
}
