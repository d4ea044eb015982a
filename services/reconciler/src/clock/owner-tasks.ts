import type { ClockedResult } from "@flowlix/contracts";
import { SYNCS_AT_ONCE, type SyncCounts } from "@flowlix/engine";
import { TIME_LADDER, type Call } from "@flowlix/runtime";
import { sweepUnfinished } from "../retention/sweep-unfinished.ts";
import type { Progress, Task, Job } from "./task.ts";
import type { Owners } from "./owners.ts";

/**
 * A result shows within 3 s of the provider's, of which the object's own schedule takes two
 * (docs/design/decisions.md#lost-answers).
 */
const STATUS_SYNCS = { everyMs: 500, slots: 4, retryMaxMs: 2_000 };
/** Somebody waits for what comes of it: no longer than a moment for a process that died over it. */
const SOON = { everyMs: 1_000, slots: 2, retryMaxMs: 5_000 };
const SWEEPS = { everyMs: 60_000, slots: 1, retryMaxMs: 30_000 };
const CHECKS = { everyMs: 300_000, slots: 1, retryMaxMs: 60_000 };
/** Each job does a part of a round through everything: more often, and the sooner is it found what is wrong. */
const JOURNAL_CHECKS = { everyMs: 60_000, slots: 1, retryMaxMs: 60_000 };

const callOf = ({ requestId }: Job): Call => ({ requestId, timeoutMs: TIME_LADDER.clockCallMs });

type Sync = (params: { limit: number }, call: Call) => Promise<SyncCounts>;

const statusSyncs = (owner: string, lookDue: Sync): Task => ({
  name: `${owner}.lookDue`,
  ...STATUS_SYNCS,
  run: async (job) => {
    const { looked } = await lookDue({ limit: SYNCS_AT_ONCE }, callOf(job));
    return { done: looked, more: looked >= SYNCS_AT_ONCE };
  },
});

type Act = (params: Record<string, never>, call: Call) => Promise<ClockedResult>;

const task = (name: string, times: Omit<Task, "name" | "run">, act: Act): Task => ({
  name,
  ...times,
  run: (job) => act({}, callOf(job)),
});

/** The keepers of a journal; the actions are the same of each. */
type Keeper = Pick<Owners["payments"], "fillJournal" | "rollUpJournal" | "checkJournal">;

/** Work that tells how far it has come. */
const longTask = (
  name: string,
  times: Omit<Task, "name" | "run">,
  act: (params: Record<string, never>, call: Call) => Promise<ClockedResult & { progress: Progress | null }>,
): Task => ({
  name,
  ...times,
  run: async (job) => {
    const { done, more, progress } = await act({}, callOf(job));
    return { done, more, progress };
  },
});

const journalTasks = (owner: string, keeper: Keeper): readonly Task[] => [
  longTask(`${owner}.fillJournal`, SWEEPS, keeper.fillJournal),
  task(`${owner}.rollUpJournal`, SWEEPS, keeper.rollUpJournal),
  longTask(`${owner}.checkJournal`, JOURNAL_CHECKS, keeper.checkJournal),
];

/** All that owners do again and again, each action a task of its own: none waits for another. */
export function ownerTasks(owners: Owners): readonly Task[] {
  const { idempotency, payments, refunds, payouts, notifier } = owners;
  return [
    statusSyncs("payments", payments.lookDue),
    statusSyncs("refunds", refunds.lookDue),
    statusSyncs("payouts", payouts.lookDue),
    task("payments.sweepReservations", SOON, payments.sweepReservations),
    task("refunds.tellPayments", SOON, refunds.tellPayments),
    task("payouts.foldTotals", SOON, payouts.foldTotals),
    task("payments.sweepCallbacks", SWEEPS, payments.sweepCallbacks),
    task("refunds.sweepCallbacks", SWEEPS, refunds.sweepCallbacks),
    task("payouts.sweepCallbacks", SWEEPS, payouts.sweepCallbacks),
    task("notifier.cancelDeliveries", SWEEPS, notifier.cancelDeliveries),
    task("notifier.sweepEvents", SWEEPS, notifier.sweepEvents),
    task("idempotency.sweepRecords", SWEEPS, idempotency.sweepRecords),
    {
      name: "idempotency.sweepUnfinished",
      ...CHECKS,
      run: (job) => sweepUnfinished(owners, callOf(job)),
    },
    ...journalTasks("payments", payments),
    ...journalTasks("refunds", refunds),
    ...journalTasks("payouts", payouts),
  ];
}
