import type { JournalTables } from "@flowlix/ledger";

/** What the journal of this service speaks of. */
export const refundsJournal: JournalTables = {
  schema: "refunds",
  objects: "refunds",
  endedAt: "completed_at",
  kind: "refund",
  late: {
    exception: "executed_after_end",
    kind: "late_refund",
  },
  undone: "refund_failed_later",
};
