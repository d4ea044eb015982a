/** One thing without which a process cannot serve; it throws while that is missing. */
export interface Check {
  readonly name: string;
  check(): Promise<void>;
}

export interface ReadinessAnswer {
  readonly ok: boolean;
  readonly failing: readonly string[];
}

export interface Readiness {
  /** Adds checks; the next answer takes them in. */
  add(checks: readonly Check[]): void;
  /** From now on not ready, whatever the checks say; undefined takes it back. */
  hold(reason: string | undefined): void;
  answer(): Promise<ReadinessAnswer>;
}

const CHECK_LIMIT_MS = 500;
const CACHED_MS = 1000;
/** What has not settled by then never will. */
const GIVEN_UP_MS = 10_000;

/** Runs the checks side by side, each limited to half a second; an answer stands for a second (operations §2). */
export function createReadiness(): Readiness {
  const runs: (() => Promise<string | undefined>)[] = [];
  let held: string | undefined;
  let cached: { readonly until: number; readonly answer: Promise<ReadinessAnswer> } | undefined;
  return {
    add(checks) {
      runs.push(...checks.map(limited));
      cached = undefined;
    },
    hold(reason) {
      held = reason;
    },
    async answer() {
      if (held !== undefined) return { ok: false, failing: [held] };
      const now = performance.now();
      if (cached === undefined || cached.until <= now)
        cached = { until: now + CACHED_MS, answer: runAll(runs) };
      return cached.answer;
    },
  };
}

async function runAll(runs: readonly (() => Promise<string | undefined>)[]): Promise<ReadinessAnswer> {
  const failing = (await Promise.all(runs.map((run) => run()))).filter((name) => name !== undefined);
  return { ok: failing.length === 0, failing };
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
