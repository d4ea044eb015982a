import type { Logger } from "@flowlix/runtime";
import type { RuntimeFile } from "../runtime-file.ts";
import { isAlive } from "./alive.ts";
import { createBackOff } from "./back-off.ts";

/** A program that is not ours and does not talk to us: Postgres, nats-server. */
export interface SidecarProgram {
  readonly service: string;
  /** Starts it, or takes over the one that runs; resolves when it answers. */
  start(): Promise<RunningProgram>;
}

export interface RunningProgram {
  readonly pid: number;
  stop(): Promise<void>;
}

export interface Sidecar {
  stop(): Promise<void>;
}

const WATCH_MS = 500;

/**
 * Starts the program and starts it again, with a back-off, whenever it ends unasked. Watched by its
 * pid: a Postgres taken over from a killed launcher is not our child, so we get no exit of it.
 */
export async function keepRunning(
  keeper: { readonly runtimeFile: RuntimeFile; readonly logger: Logger },
  program: SidecarProgram,
): Promise<Sidecar> {
  const { service } = program;
  const backOff = createBackOff();
  let wanted = true;
  let timer: NodeJS.Timeout | undefined;
  let starting: Promise<void> = Promise.resolve();
  let startedAt = 0;
  let running: RunningProgram | undefined;

  async function start(): Promise<void> {
    startedAt = performance.now();
    running = await program.start();
    keeper.runtimeFile.started(service, { service, pid: running.pid, admin_url: null });
    timer = setTimeout(watch, WATCH_MS);
  }

  function watch(): void {
    if (!wanted) return;
    if (running !== undefined && isAlive(running.pid)) {
      timer = setTimeout(watch, WATCH_MS);
      return;
    }
    keeper.runtimeFile.ended(service);
    const ended = running;
    againLater(`process ${ended?.pid} ended`, () => ended?.stop());
  }

  // What ended is let go of first: it may still hold on to its place, waiting for its server to come back.
  function againLater(why: string, letGo: () => Promise<void> | undefined = () => undefined): void {
    running = undefined;
    const pauseMs = backOff.next(performance.now() - startedAt);
    keeper.logger.error(
      { slot: service, pause_ms: pauseMs },
      `${service}: ${why}; starting it again in ${pauseMs} ms`,
    );
    timer = setTimeout(() => {
      starting = restart(letGo);
    }, pauseMs);
  }

  async function restart(letGo: () => Promise<void> | undefined): Promise<void> {
    try {
      await letGo();
      await start();
    } catch (error) {
      if (wanted) againLater(error instanceof Error ? error.message : "did not start");
    }
  }

  await start();
  return {
    async stop() {
      wanted = false;
      clearTimeout(timer);
      await starting;
      clearTimeout(timer);
      await running?.stop();
      keeper.runtimeFile.ended(service);
    },
  };
}
