import { createPools, type Pools, type ServiceSchemaSpec } from "@flowlix/persistence";
import type { MigrationInterface, QueryRunner } from "typeorm";
import {
  createLogger,
  createLoops,
  createMetrics,
  newTrace,
  type Loops,
  type Tracer,
} from "@flowlix/runtime";
import { withDatabase, type TestDatabase } from "@flowlix/testkit";
import { startJobRunner, type JobRunner } from "../../src/jobs/job-runner.ts";
import type { Task, Job, JobResult } from "../../src/jobs/task.ts";
import { createJobsStore, type JobsStore } from "../../src/jobs/jobs-store.ts";
import { dropJobsTableSql, jobsTableSql } from "../../src/jobs/jobs-table.ts";

/** A service that has nothing but jobs. */
class CreateShop1700000000000 implements MigrationInterface {
  name = "CreateShop1700000000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(jobsTableSql("shop"));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropJobsTableSql("shop"));
  }
}

const SCHEMA: ServiceSchemaSpec = {
  service: "shop",
  schema: "shop",
  migrations: [CreateShop1700000000000],
  entities: [],
};

type SpanStart = Parameters<Tracer["start"]>[0];

/** A task that does nothing, unless it is told otherwise. */
export const taskOf = (name: string, changes: Partial<Omit<Task, "name">> = {}): Task => ({
  name,
  everyMs: 60_000,
  slots: 1,
  retryMaxMs: 30_000,
  runMaxMs: 60_000,
  run: async () => ({ done: 0, more: false }),
  ...changes,
});

interface Watched {
  readonly seen: { jobs: number; atOnce: number; mostAtOnce: number };
  act: (job: Job) => Promise<JobResult>;
  readonly task: Task;
}

/** A task whose jobs a test takes part in. */
export function watched(name: string, changes: Partial<Omit<Task, "name" | "run">> = {}): Watched {
  const seen = { jobs: 0, atOnce: 0, mostAtOnce: 0 };
  const play: Watched = {
    seen,
    /** What a job does; to be replaced. */
    act: async (_turn: Job): Promise<JobResult> => ({ done: 1, more: false }),
    task: taskOf(name, {
      ...changes,
      run: async (job): Promise<JobResult> => {
        seen.jobs += 1;
        seen.atOnce += 1;
        seen.mostAtOnce = Math.max(seen.mostAtOnce, seen.atOnce);
        try {
          return await play.act(job);
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
  readonly runner: JobRunner;
  /** What it counted, as `task outcome`. */
  readonly ended: string[];
  /** Its log, a line each. */
  readonly lines: Record<string, unknown>[];
  /** Spans as they were begun. */
  readonly spans: SpanStart[];
}

/** A database with processes that share its jobs, each with connections of its own; all stopped after each test. */
export function withJobs() {
  const database = withDatabase([SCHEMA]);
  const opened: Pools[] = [];
  const runners: JobRunner[] = [];

  const open = async (url: string = database().urlOf("shop")): Promise<Pools> => {
    const pools = await createPools({ url, name: "test", hot: 2, read: 1, background: 2 });
    opened.push(pools);
    return pools;
  };
  const storeOf = async (tasks: readonly Task[], url?: string): Promise<JobsStore> => {
    const jobs = createJobsStore({ pool: (await open(url)).hot, table: "shop.jobs" }, tasks);
    await jobs.prepare();
    return jobs;
  };
  const start = async (
    tasks: readonly Task[],
    {
      url,
      loops = createLoops(createMetrics({ processMetrics: false })),
    }: { readonly url?: string; readonly loops?: Loops } = {},
  ): Promise<Process> => {
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
    const runner = startJobRunner({
      tasks,
      jobs,
      metrics: { jobEnded: (task, outcome) => void ended.push(`${task} ${outcome}`) },
      logger: createLogger({ service: "shop", instance: "test", level: "warn", destination }),
      tracer,
      loops,
      service: "shop",
      instance: "test",
    });
    runners.push(runner);
    return { jobs, runner, ended, lines, spans };
  };

  afterEach(async () => {
    await Promise.all(runners.splice(0).map((runner) => runner.stop()));
    await Promise.all(opened.splice(0).map((pools) => pools.close()));
    await database().sql("truncate shop.jobs");
  });
  return { database: (): TestDatabase => database(), storeOf, start };
}
