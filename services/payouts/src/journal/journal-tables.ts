import type { JournalTables } from "@flowlix/ledger";

/** What the journal of this service speaks of. */
export const payoutsJournal: JournalTables = {
  schema: "payouts",
  objects: "payouts",
  endedAt: "completed_at",
  kind: "payout",
  late: {
    exception: "executed_after_end",
    kind: "late_payout",
  },
  undone: "payout_returned",
};
