import type { Metrics } from "./metrics.ts";
import { ownerGauge } from "./owner-gauge.ts";
import { reasonOf } from "./reason-of.ts";

/** How a loop is told from one that does not work. */
export interface LoopSpec {
  /** Of the whole platform: the service and what it repeats, `payments.relayEvents`. */
  readonly name: string;
  /**
   * Without the end of a run for longer than this, in milliseconds, it hangs; Infinity where each wait in it is
   * bounded.
   */
  readonly runMaxMs: number;
  /** The longest pause after a failure, in milliseconds. */
  readonly retryMaxMs: number;
  /** It has runs only where there is something for this process: none for long says nothing. */
  readonly onDemand?: boolean;
  /** False where another metric counts its runs. */
  readonly isCounted?: boolean;
}

/** Work that a service repeats, for the process that runs it. */
export interface Loop {
  /**
   * Does the work once. A rejection is its failure, and the caller's too; a result may say nothing of how the loop is.
   */
  run<T>(work: () => Promise<T>, saysNothing?: (result: T) => boolean): Promise<T>;
}

/** A loop that does not come off; the reason is a code that may be shown, never a message. */
export interface FailingLoop {
  readonly loop: string;
  readonly reason: string;
}

/** The loops of a service in this process. */
export interface Loops {
  /** From now on it is to have runs. */
  add(spec: LoopSpec): Loop;
  /** Those that failed at every run for a minute, or hang. */
  failing(): readonly FailingLoop[];
}

/** A short outage of what a loop needs is over before. */
const FAILING_MS = 60_000;
/** Of so many pauses one is surely this process's, where several share the runs. */
const SHARED_PAUSES = 10;

/**
 * Where loops report how their runs end, so that one that never comes off shows, whatever the cause
 * (docs/design/operations.md#loops). `nowMs` is a monotonic clock.
 */
export function createLoops(metrics: Metrics, nowMs: () => number = () => performance.now()): Loops {
  const all: { readonly name: string; readonly failure: () => string | undefined }[] = [];
  const runs = metrics.counter("loop_turns_total", "Runs of loops that no other metric counts, by outcome", [
    "loop",
    "outcome",
  ]);
  ownerGauge(
    metrics,
    {
      name: "loop_failing",
      help: "Whether every run of a loop has failed for a minute, or none ends: 1 or 0",
      labels: ["loop"],
    },
    (gauge) => {
      for (const { name, failure } of all) gauge.set({ loop: name }, failure() === undefined ? 0 : 1);
    },
  );
  return {
    add(spec) {
      const { name: loop, isCounted = true } = spec;
      const count = (outcome: "ok" | "failed", turnsEnded = 1) => {
        if (isCounted) runs.inc({ loop, outcome }, turnsEnded);
      };
      count("ok", 0);
      count("failed", 0);
      const history = createHistory(spec, nowMs);
      all.push({ name: loop, failure: () => history.failure() });
      return {
        async run(work, saysNothing = () => false) {
          const end = history.begin();
          try {
            const result = await work();
            const outcome = saysNothing(result) ? "idle" : "ok";
            end(outcome);
            if (outcome === "ok") count("ok");
            return result;
          } catch (error) {
            end("failed", reasonOf(error));
            count("failed");
            throw error;
          }
        },
      };
    },
    failing: () =>
      all.flatMap(({ name, failure }) => {
        const reason = failure();
        return reason === undefined ? [] : [{ loop: name, reason }];
      }),
  };
}

/** What is known of a loop. */
interface History {
  /** A run begins; answers what to call at its end. */
  begin(): (outcome: "ok" | "failed" | "idle", reason?: string) => void;
  /** Why it does not come off; undefined where it does. */
  failure(): string | undefined;
}

function createHistory({ runMaxMs, retryMaxMs, onDemand = false }: LoopSpec, nowMs: () => number): History {
  const underWay = new Set<{ readonly since: number }>();
  /** Failures without a success between them. Older ones say nothing: another process has the runs by now. */
  let failures: { readonly first: number; readonly last: number; readonly reason: string } | undefined;
  const knownForMs = Math.max(FAILING_MS, SHARED_PAUSES * retryMaxMs);
  let endedAt = nowMs();

  const isHanging = (now: number): boolean => {
    const [oldest] = underWay;
    const since = onDemand ? (oldest?.since ?? now) : endedAt;
    return now - Math.max(endedAt, since) > runMaxMs;
  };
  const known = (now: number) => {
    // A run that takes long to fail is no pause.
    const [oldest] = underWay;
    const pausedUntil = oldest?.since ?? now;
    return failures !== undefined && pausedUntil - failures.last <= knownForMs ? failures : undefined;
  };

  return {
    begin() {
      const run = { since: nowMs() };
      underWay.add(run);
      return (outcome, reason = "unknown") => {
        const now = nowMs();
        if (outcome === "ok") failures = undefined;
        if (outcome === "failed") failures = { first: known(now)?.first ?? now, last: now, reason };
        underWay.delete(run);
        endedAt = now;
      };
    },
    failure() {
      const now = nowMs();
      if (isHanging(now)) return "hangs";
      const row = known(now);
      return row !== undefined && row.last - row.first >= FAILING_MS ? row.reason : undefined;
    },
  };
}
