import { createPools, type Pools } from "@flowlix/persistence";
import { createLogger, newTrace, type Tracer } from "@flowlix/runtime";
import { withDatabase, type TestDatabase } from "@flowlix/testkit";
import { startClock, type Clock } from "../../src/clock/clock.ts";
import type { Task, Turn, TurnResult } from "../../src/clock/task.ts";
import { createTurnsStore, type TurnsStore } from "../../src/clock/turns-store.ts";
import { reconcilerSchema } from "../../src/schema.ts";

type SpanStart = Parameters<Tracer["start"]>[0];

/** A task that does nothing, unless it is told otherwise. */
export const taskOf = (name: string, changes: Partial<Omit<Task, "name">> = {}): Task => ({
  name,
  everyMs: 60_000,
  lanes: 1,
  retryMaxMs: 30_000,
  run: async () => ({ done: 0, more: false }),
  ...changes,
});

interface Watched {
  readonly seen: { turns: number; atOnce: number; mostAtOnce: number };
  act: (turn: Turn) => Promise<TurnResult>;
  readonly task: Task;
}

/** A task whose turns a test takes part in. */
export function watched(name: string, changes: Partial<Omit<Task, "name" | "run">> = {}): Watched {
  const seen = { turns: 0, atOnce: 0, mostAtOnce: 0 };
  const play: Watched = {
    seen,
    /** What a turn does; to be replaced. */
    act: async (_turn: Turn): Promise<TurnResult> => ({ done: 1, more: false }),
    task: taskOf(name, {
      ...changes,
      run: async (turn): Promise<TurnResult> => {
        seen.turns += 1;
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
  readonly turns: TurnsStore;
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
  const storeOf = async (tasks: readonly Task[], url?: string): Promise<TurnsStore> => {
    const turns = createTurnsStore((await open(url)).hot, tasks);
    await turns.prepare();
    return turns;
  };
  const start = async (tasks: readonly Task[], url?: string): Promise<Process> => {
    const turns = await storeOf(tasks, url);
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
      turns,
      metrics: { turnEnded: (task, outcome) => void ended.push(`${task} ${outcome}`) },
      logger: createLogger({ service: "reconciler", instance: "test", level: "warn", destination }),
      tracer,
      instance: "test",
    });
    clocks.push(clock);
    return { turns, clock, ended, lines, spans };
  };

  afterEach(async () => {
    await Promise.all(clocks.splice(0).map((clock) => clock.stop()));
    await Promise.all(opened.splice(0).map((pools) => pools.close()));
    await database().sql("truncate reconciler.turns");
  });
  return { database: (): TestDatabase => database(), storeOf, start };
}
