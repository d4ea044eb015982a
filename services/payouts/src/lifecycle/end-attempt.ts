import type { DatabaseTime } from "@flowlix/persistence";
import type { PayoutsDeps } from "../deps.ts";
import { syncInMs } from "../status-sync/sync-schedule.ts";
import type { PayoutRow } from "../payout/payout.entity.ts";
import { moveOnce } from "./apply-event.ts";
import type { AttemptEnd } from "./payout-lifecycle.ts";
import { asRecorded } from "../payout/as-recorded.ts";

/** A PENDING row that this very attempt has made, and so may submit. */
export interface Claimed {
  readonly row: PayoutRow;
  readonly time: DatabaseTime;
}

/**
 * Records what an attempt knows of itself alone, by one compare-and-swap on its own claim; never again on a newer row.
 * Where somebody else was first, or the answer to its own commit was lost, it answers with what is recorded
 * (docs/design/architecture.md#rule-4 and #rule-9). Errors: object_not_found where the row is gone.
 */
export async function endAttempt(
  deps: Pick<PayoutsDeps, "store" | "metrics">,
  { row, time }: Claimed,
  end: AttemptEnd,
): Promise<PayoutRow> {
  const { submission } = row;
  if (submission === null) throw new Error("an attempt ends without a claim");
  const ended =
    end.type === "undecided"
      ? await stopSubmitting(deps, row, submission)
      : await moveOnce(deps, row, end, time, { claim: submission });
  return ended ?? asRecorded(deps, row);
}

/** Stays PENDING: nothing more of it is ever sent, and a status sync is due soon. Null as for any lost swap. */
async function stopSubmitting(
  { store }: Pick<PayoutsDeps, "store">,
  row: PayoutRow,
  submission: string,
): Promise<PayoutRow | null> {
  const { id, version } = row;
  const ended = await store.endSubmission(id, version, submission, syncInMs("PENDING", 0) ?? 0);
  return ended ? { ...row, version: version + 1, submission: null, submit_until: null, look_count: 0 } : null;
}
