import type { Task } from "@flowlix/engine/jobs";
import { TIME_LADDER } from "@flowlix/runtime";
import type { Owners } from "./owners.ts";
import { sweepUnfinished } from "./retention/sweep-unfinished.ts";

const CALL = { requestId: "", timeoutMs: TIME_LADDER.jobCallMs };

/** What this service repeats: the comparison of statements, and what asks several owners. */
export const reconcilerTasks = (owners: Owners, compareStatement: Task): readonly Task[] => [
  compareStatement,
  {
    name: "idempotency.sweepUnfinished",
    everyMs: 300_000,
    slots: 1,
    retryMaxMs: 60_000,
    runMaxMs: 900_000,
    run: () => sweepUnfinished(owners, CALL),
  },
];
