import { createPools, type Pools } from "@flowlix/persistence";
import { createLogger, newTrace, type Tracer } from "@flowlix/runtime";
import { withDatabase, type TestDatabase } from "@flowlix/testkit";
import { startClock, type Clock } from "../../src/clock/clock.ts";
import type { Task, Job, JobResult } from "../../src/clock/task.ts";
import { createJobsStore, type JobsStore } from "../../src/clock/jobs-store.ts";
import { reconcilerSchema } from "../../src/schema.ts";

type SpanStart = Parameters<Tracer["start"]>[0];

/** A task that does nothing, unless it is told otherwise. */
export const taskOf = (name: string, changes: Partial<Omit<Task, "name">> = {}): Task => ({
  name,
  everyMs: 60_000,
  slots: 1,
  retryMaxMs: 30_000,
  run: async () => ({ done: 0, more: false }),
  ...changes,
});

interface Watched {
  readonly seen: { jobs: number; atOnce: number; mostAtOnce: number };
  act: (turn: Job) => Promise<JobResult>;
  readonly task: Task;
}

/** A task whose turns a test takes part in. */
export function watched(name: string, changes: Partial<Omit<Task, "name" | "run">> = {}): Watched {
  const seen = { jobs: 0, atOnce: 0, mostAtOnce: 0 };
  const play: Watched = {
    seen,
    /** What a turn does; to be replaced. */
    act: async (_turn: Job): Promise<JobResult> => ({ done: 1, more: false }),
    task: taskOf(name, {
      ...changes,
      run: async (turn): Promise<JobResult> => {
        seen.jobs += 1;
        seen.atOnce += 1;
        seen.mostAtOnce = Math.max(seen.mostAtOnce, seen.atOnce);
        try {
          return await play.act(turn);
        } finally {
          seen.atOnce -= 1;
        }
      },
    }),
  };
  return play;
}

export interface Process {
  readonly jobs: JobsStore;
  readonly clock: Clock;
  /** What it counted, as `task outcome`. */
  readonly ended: string[];
  /** Its log, a line each. */
  readonly lines: Record<string, unknown>[];
  /** Spans as they were begun. */
  readonly spans: SpanStart[];
}

/** A database with processes of the clock, each with connections of its own; all stopped after each test. */
export function withReconciler() {
  const database = withDatabase([reconcilerSchema]);
  const opened: Pools[] = [];
  const clocks: Clock[] = [];

  const open = async (url: string = database().urlOf("reconciler")): Promise<Pools> => {
    const pools = await createPools({ url, name: "test", hot: 2, read: 1, background: 2 });
    opened.push(pools);
    return pools;
  };
  const storeOf = async (tasks: readonly Task[], url?: string): Promise<JobsStore> => {
    const jobs = createJobsStore((await open(url)).hot, tasks);
    await jobs.prepare();
    return jobs;
  };
  const start = async (tasks: readonly Task[], url?: string): Promise<Process> => {
    const jobs = await storeOf(tasks, url);
    const ended: string[] = [];
    const lines: Record<string, unknown>[] = [];
    const spans: SpanStart[] = [];
    const tracer: Tracer = {
      start: (span) => {
        spans.push(span);
        return { trace: newTrace(), end: () => undefined };
      },
    };
    const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
    const clock = startClock({
      tasks,
      jobs,
      metrics: { turnEnded: (task, outcome) => void ended.push(`${task} ${outcome}`) },
      logger: createLogger({ service: "reconciler", instance: "test", level: "warn", destination }),
      tracer,
      instance: "test",
    });
    clocks.push(clock);
    return { jobs, clock, ended, lines, spans };
  };

  afterEach(async () => {
    await Promise.all(clocks.splice(0).map((clock) => clock.stop()));
    await Promise.all(opened.splice(0).map((pools) => pools.close()));
    await database().sql("truncate reconciler.turns");
  });
  return { database: (): TestDatabase => database(), storeOf, start };
}
