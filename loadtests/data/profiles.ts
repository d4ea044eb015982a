import { TEST_NAMES, type TestName } from "./tests.ts";

/** A number of journeys, as fast as the virtual users can. It says nothing about latency. */
interface Iterations {
  readonly kind: "iterations";
  readonly iterations: number;
  readonly vus: number;
}

/** A phase of an open model: arrivals come at their rate, whether earlier ones were answered or not. */
export interface Phase {
  readonly name: string;
  /** Arrivals a second at the phase's begin and, where it rises, at its end. */
  readonly rate: number;
  readonly toRate?: number;
  readonly seconds: number;
  /** Stays the same where others are made longer or shorter, since the test's claim names it. */
  readonly secondsMax?: number;
  readonly vus: number;
}

interface Arrivals {
  readonly kind: "arrivals";
  readonly phases: readonly Phase[];
}

/** How one test is run under one profile. */
export interface TestLoad {
  readonly load: Iterations | Arrivals;
  /** Milliseconds that a create may take; none where the test makes no claim. */
  readonly p95?: number;
  readonly p99?: number;
  /** Milliseconds from a create to its end, within which 95 of 100 journeys have to come. A payer's own time counts. */
  readonly endToEndP95?: number;
}

export interface Profile {
  readonly about: string;
  /**
   * The limits of latency are far above what a slow machine needs. They find requests that hang and say nothing about
   * speed.
   */
  readonly limitsFindHangs?: true;
  readonly tests: Readonly<Partial<Record<TestName, TestLoad>>>;
}

const steady = (rate: number, seconds: number, vus: number): Arrivals => ({
  kind: "arrivals",
  phases: [{ name: "steady", rate, seconds, vus }],
});

const rising = (rate: number, toRate: number, seconds: number, vus: number): Arrivals => ({
  kind: "arrivals",
  phases: [{ name: "rising", rate, toRate, seconds, vus }],
});

const steps = (rates: readonly number[], seconds: number, vusPerRate: number): Arrivals => ({
  kind: "arrivals",
  phases: rates.map((rate) => ({
    name: `step_${String(rate).padStart(4, "0")}`,
    rate,
    seconds,
    vus: Math.max(10, Math.ceil(rate * vusPerRate)),
  })),
});

/** How long after the peak latency has to be as before. */
const RECOVERY_MAX_S = 60;

/** The thresholds of a spike. Its peak and the recovery after it have none. */
interface Spike {
  readonly base: number;
  /** Of the load before and after. */
  readonly seconds: number;
  readonly peakSeconds: number;
  /** Until all has to be as before: 60 at most. */
  readonly recoverySeconds: number;
  readonly vus: number;
}

const spike = ({ base, seconds, peakSeconds, recoverySeconds, vus }: Spike): Arrivals => ({
  kind: "arrivals",
  phases: [
    { name: "before", rate: base, seconds, vus },
    { name: "peak", rate: base * 10, seconds: peakSeconds, vus: vus * 10 },
    { name: "recovery", rate: base, seconds: recoverySeconds, secondsMax: RECOVERY_MAX_S, vus },
    { name: "after", rate: base, seconds, vus },
  ],
});

/** The same rate in three parts, so that the last can be compared with the first. */
const long = (rate: number, seconds: number, vus: number): Arrivals => ({
  kind: "arrivals",
  phases: ["first", "middle", "last"].map((name) => ({
    name,
    rate,
    seconds: Math.round(seconds / 3),
    vus,
  })),
});

/*
 * The loads of rolling-restart, dependency-loss and upgrade end with what is done to the installation, where the
 * runner does it; the seconds are a bound.
 */

/** Small and short, on a machine that others use as well: it is for the invariants, not for the latency. */
const ci: Profile = {
  about: "every test in a few minutes on two shared cores; proves the invariants, claims little about speed",
  limitsFindHangs: true,
  tests: {
    smoke: { load: { kind: "iterations", iterations: 5, vus: 1 } },
    mixed: { load: steady(5, 15, 120), p95: 3_000, p99: 6_000, endToEndP95: 10_000 },
    idempotency: { load: steady(3, 10, 60), p95: 3_000, p99: 6_000 },
    "refund-race": { load: steady(1, 8, 40) },
    payouts: { load: rising(1, 5, 12, 80), p95: 3_000, p99: 6_000 },
    reads: { load: steady(12, 8, 80), p95: 2_000, p99: 5_000 },
    "hosted-page": { load: steady(2, 10, 60), p95: 3_000, p99: 6_000 },
    stress: { load: steps([5, 15, 40], 6, 4) },
    spike: {
      load: spike({ base: 3, seconds: 8, peakSeconds: 5, recoverySeconds: 5, vus: 60 }),
      p95: 3_000,
      p99: 6_000,
    },
    soak: { load: long(4, 21, 120), p95: 3_000, p99: 6_000 },
    "rolling-restart": { load: steady(5, 480, 150) },
    "dependency-loss": { load: steady(3, 300, 320) },
    upgrade: { load: steady(5, 3_600, 200) },
  },
};

const laptop: Profile = {
  about: "a machine of one's own, with the load on the same cores; compare runs, publish none",
  tests: {
    smoke: { load: { kind: "iterations", iterations: 5, vus: 1 } },
    mixed: { load: steady(20, 60, 300), p95: 300, p99: 800, endToEndP95: 2_000 },
    idempotency: { load: steady(10, 30, 100), p95: 300, p99: 800 },
    "refund-race": { load: steady(5, 30, 150) },
    payouts: { load: rising(1, 10, 30, 100), p95: 300, p99: 800 },
    reads: { load: steady(60, 30, 120), p95: 100, p99: 300 },
    "hosted-page": { load: steady(5, 30, 100), p95: 300, p99: 800 },
    stress: { load: steps([25, 50, 100, 150, 200, 300], 20, 3) },
    spike: {
      load: spike({ base: 10, seconds: 30, peakSeconds: 30, recoverySeconds: 30, vus: 100 }),
      p95: 300,
      p99: 800,
    },
    soak: { load: long(10, 900, 200), p95: 300, p99: 800 },
    "rolling-restart": { load: steady(20, 480, 300) },
    "dependency-loss": { load: steady(10, 300, 900) },
    upgrade: { load: steady(20, 3_600, 400) },
  },
};

const cluster: Profile = {
  about: "replicas on several machines, k6 on one of its own",
  tests: {
    smoke: { load: { kind: "iterations", iterations: 5, vus: 1 } },
    mixed: { load: steady(100, 600, 1_200), p95: 300, p99: 800, endToEndP95: 2_000 },
    idempotency: { load: steady(30, 300, 200), p95: 300, p99: 800 },
    "refund-race": { load: steady(20, 300, 400) },
    payouts: { load: rising(1, 10, 300, 100), p95: 300, p99: 800 },
    reads: { load: steady(300, 300, 400), p95: 100, p99: 300 },
    "hosted-page": { load: steady(20, 300, 300), p95: 300, p99: 800 },
    stress: { load: steps([100, 200, 300, 450, 600, 800], 60, 2) },
    spike: {
      load: spike({ base: 30, seconds: 120, peakSeconds: 30, recoverySeconds: 60, vus: 150 }),
      p95: 300,
      p99: 800,
    },
    "rolling-restart": { load: steady(20, 600, 300) },
    "dependency-loss": { load: steady(10, 300, 900) },
  },
};

const soak: Profile = {
  about: "hours at a steady rate; nightly, in a cluster",
  tests: {
    smoke: { load: { kind: "iterations", iterations: 5, vus: 1 } },
    soak: { load: long(50, 2 * 3_600, 800), p95: 300, p99: 800 },
  },
};

export const PROFILES = { ci, laptop, cluster, soak } as const satisfies Record<string, Profile>;

export type ProfileName = keyof typeof PROFILES;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the constant above
export const PROFILE_NAMES = Object.keys(PROFILES) as ProfileName[];

const isProfile = (name: string): name is ProfileName => Object.hasOwn(PROFILES, name);

/** Errors: for an unknown profile, and for a test that the profile leaves out. Both list what there is. */
export function loadOf(test: string, profile: string): TestLoad {
  if (!isProfile(profile))
    throw new Error(`there is no profile "${profile}"; there are ${PROFILE_NAMES.join(", ")}`);
  const tests: Profile["tests"] = PROFILES[profile].tests;
  const named = TEST_NAMES.find((name) => name === test);
  if (named === undefined) throw new Error(`there is no test "${test}"; there are ${TEST_NAMES.join(", ")}`);
  const load = tests[named];
  if (load === undefined)
    throw new Error(`profile "${profile}" has no test "${test}"; it has ${Object.keys(tests).join(", ")}`);
  return load;
}

/** Whether the profile's limits of latency claim nothing of speed. */
export const findsHangsOnly = (profile: string): boolean => {
  if (!isProfile(profile)) return false;
  const { limitsFindHangs }: Profile = PROFILES[profile];
  return limitsFindHangs === true;
};

/** Seconds of a phase. @param instead of what the profile says */
export const secondsOfPhase = ({ seconds, secondsMax }: Phase, instead: number | null): number =>
  Math.min(instead ?? seconds, secondsMax ?? Number.POSITIVE_INFINITY);

/** Seconds that the load takes, without what comes before and after it. */
export function secondsOf({ load }: TestLoad, instead: number | null = null): number {
  return load.kind === "iterations"
    ? 0
    : load.phases.reduce((sum, phase) => sum + secondsOfPhase(phase, instead), 0);
}
