import { moveClock } from "../move-clock.ts";
import type { Sql } from "./row-history.ts";

/** Time as all processes and their database see it. */
export interface MovingTime {
  /** Time passes for the processes of now and for the database alike. */
  pass(ms: number): Promise<void>;
  /** The database's clock shows the real time again; a process's own clock never goes back. */
  reset(): Promise<void>;
  /** Gives the processes their own clock back. */
  release(): void;
}

/** Takes the clock that processes measure deadlines with; timers go on by the real one. */
export function takeTime(database: Sql): MovingTime {
  const real = performance.now.bind(performance);
  let passedMs = 0;
  let movedMs = 0;
  performance.now = () => real() + passedMs;
  return {
    async pass(ms) {
      passedMs += ms;
      movedMs += ms;
      await moveClock(database, movedMs);
    },
    async reset() {
      movedMs = 0;
      await moveClock(database, 0);
    },
    release() {
      performance.now = real;
    },
  };
}
