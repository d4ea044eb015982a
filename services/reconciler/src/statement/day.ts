import type { TakenRun } from "./runs-store.ts";

/** A day as it can be compared now. */
export interface Day {
  readonly run: TakenRun;
  readonly nowMs: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** The day is over, and all of it is in the statement. */
  readonly complete: boolean;
  /** What we posted from here on may not be in this statement. */
  readonly youngFromMs: number;
}
