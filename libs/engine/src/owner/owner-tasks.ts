import type { JobResult, Task } from "../jobs/task.ts";
import { JOURNAL_CHECKS, STATUS_SYNCS, SWEEPS } from "../jobs/task.ts";
import { sweepCallbacks } from "../callbacks/sweep-callbacks.ts";
import { syncTaskOf } from "./owner-name.ts";
import type { Owner } from "./start-owner.ts";

/** What every owner repeats, each a task of its own: none waits for another. `beginDue` begins status syncs. */
export function ownerTasks(
  { name, deps, journal }: Pick<Owner, "name" | "deps" | "journal">,
  beginDue: () => Promise<JobResult>,
): readonly Task[] {
  return [
    { name: syncTaskOf(name), ...STATUS_SYNCS, run: beginDue },
    { name: `${name}.sweepCallbacks`, ...SWEEPS, run: () => sweepCallbacks(deps) },
    { name: `${name}.sweepCalls`, ...SWEEPS, run: () => deps.calls.deleteOld() },
    { name: `${name}.fillJournal`, ...SWEEPS, run: () => journal.fillJournal({}) },
    { name: `${name}.rollUpJournal`, ...SWEEPS, run: () => journal.rollUpJournal() },
    { name: `${name}.checkJournal`, ...JOURNAL_CHECKS, run: () => journal.checkJournal({}) },
  ];
}
