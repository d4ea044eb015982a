/** A process is stopped before long, and goes on so many moments after it was. */
export interface Stop {
  /** For so long it is stopped at least; others take the requests meanwhile. */
  readonly lapseMs: number;
  readonly moments: number;
}

interface Stoppable<At extends Stop> {
  /** Has the process that takes requests stop before long. */
  stopAt(at: At): void;
  hasStopped(): boolean;
  goOn(): void;
  pass(ms: number): Promise<void>;
}

export interface Stops<At extends Stop> {
  /** At most one process is stopped at a time. */
  stop(at: At | null | undefined): void;
  /** Runs a moment; a process goes on beside the tasks of the one in which its time has come. */
  moment(run: () => Promise<void>): Promise<void>;
}

/** Moments one after the other, across which a process may be stopped, longer than its claims or its key's lease. */
export function createStops<At extends Stop>(world: Stoppable<At>): Stops<At> {
  let planned: At | null = null;
  /** Moments, once the process is stopped and its time has lapsed. */
  let left: number | null = null;
  return {
    stop(at) {
      if (!at || planned !== null) return;
      planned = at;
      world.stopAt(at);
    },
    async moment(run) {
      if (left !== null && left < 0) {
        [planned, left] = [null, null];
        world.goOn();
      }
      await run();
      if (left !== null) left -= 1;
      if (left !== null || planned === null || !world.hasStopped()) return;
      left = planned.moments - 1;
      await world.pass(planned.lapseMs);
    },
  };
}
