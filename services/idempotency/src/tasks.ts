import { SWEEPS, type Task } from "@flowlix/engine/jobs";
import { inPieces } from "@flowlix/runtime";
import type { RecordsStore } from "./records-store.ts";

const SWEPT_AT_ONCE = 1_000;

/** What this service repeats: done records whose time is over are deleted (docs/design/decisions.md#retention). */
export const idempotencyTasks = (store: RecordsStore, retentionMs: number): readonly Task[] => [
  {
    name: "idempotency.sweepRecords",
    ...SWEEPS,
    run: () => inPieces(SWEPT_AT_ONCE, () => store.deleteOlderThan(retentionMs, SWEPT_AT_ONCE)),
  },
];
