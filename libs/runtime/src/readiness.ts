/** One thing without which a process cannot serve; it throws while that is missing. */
export interface Check {
  readonly name: string;
  check(): Promise<void>;
  /** The check of what has to be asked for this one: while that fails, this one is unknown. */
  readonly needs?: string;
}

export interface ReadinessAnswer {
  /** Also while only that fails which a process stays ready without. */
  readonly ok: boolean;
  readonly failing: readonly string[];
  /** Neither failing nor in order: what they need fails. */
  readonly unknown: readonly string[];
}

export interface Readiness {
  /** Adds checks; the next answer takes them in. */
  add(checks: readonly Check[]): void;
  /** Once it was ready, the process stays so while these checks alone fail. */
  stayWithout(names: readonly string[]): void;
  /** From now on not ready, whatever the checks say; undefined takes it back. */
  hold(reason: string | undefined): void;
  answer(): Promise<ReadinessAnswer>;
}

const CHECK_LIMIT_MS = 500;
const CACHED_MS = 1000;
/** A check that has not settled by then never will. */
const GIVEN_UP_MS = 10_000;

/**
 * Runs the checks side by side, each limited to half a second; an answer stands for a second
 * (docs/design/operations.md#probes).
 */
export function createReadiness(): Readiness {
  const checks: Check[] = [];
  const runs: (() => Promise<string | undefined>)[] = [];
  const dispensable = new Set<string>();
  let wasReady = false;
  let held: string | undefined;
  let cached: { readonly until: number; readonly answer: Promise<ReadinessAnswer> } | undefined;
  const runChecks = async (): Promise<ReadinessAnswer> => {
    const { failing, unknown } = await runAll(checks, runs);
    wasReady ||= failing.length === 0;
    return { ok: wasReady && failing.every((name) => dispensable.has(name)), failing, unknown };
  };
  return {
    add(more) {
      checks.push(...more);
      runs.push(...more.map(limited));
      cached = undefined;
    },
    stayWithout(names) {
      for (const name of names) dispensable.add(name);
    },
    hold(reason) {
      held = reason;
    },
    async answer() {
      if (held !== undefined) return { ok: false, failing: [held], unknown: [] };
      const now = performance.now();
      if (cached === undefined || cached.until <= now)
        cached = { until: now + CACHED_MS, answer: runChecks() };
      return cached.answer;
    },
  };
}

async function runAll(
  checks: readonly Check[],
  runs: readonly (() => Promise<string | undefined>)[],
): Promise<Pick<ReadinessAnswer, "failing" | "unknown">> {
  const failed = (await Promise.all(runs.map((run) => run()))).filter((name) => name !== undefined);
  const cannotBeAsked = checks.filter(({ needs }) => needs !== undefined && failed.includes(needs));
  const unknown = cannotBeAsked.map(({ name }) => name);
  return { failing: failed.filter((name) => !unknown.includes(name)), unknown };
}

/** The name of the check if it failed or took too long. One that hangs is not started again before long. */
function limited(check: Check): () => Promise<string | undefined> {
  let underWay: Promise<string | undefined> | undefined;
  let startedAt = 0;
  return async () => {
    if (underWay === undefined || performance.now() - startedAt > GIVEN_UP_MS) {
      const run = settled(check).finally(() => {
        if (underWay === run) underWay = undefined;
      });
      underWay = run;
      startedAt = performance.now();
    }
    const { promise: tooLong, resolve } = Promise.withResolvers<string>();
    const timer = setTimeout(resolve, CHECK_LIMIT_MS, check.name);
    try {
      return await Promise.race([underWay, tooLong]);
    } finally {
      clearTimeout(timer);
    }
  };
}

async function settled(check: Check): Promise<string | undefined> {
  try {
    await check.check();
    return undefined;
  } catch {
    return check.name;
  }
}
