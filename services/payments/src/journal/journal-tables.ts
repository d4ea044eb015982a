import { firstAccountSql } from "@flowlix/engine";
import type { JournalTables } from "@flowlix/ledger";

/** What the journal of this service speaks of. */
export const paymentsJournal: JournalTables = {
  schema: "payments",
  objects: "payments",
  endedAt: "succeeded_at",
  kind: "capture",
  apart: "o.card_attempt is not null",
  firstAccount: firstAccountSql,
  late: {
    exception: "charged_after_end",
    kind: "late_charge",
    ends: { reversed: "reversal", adopted: "late_charge_adopted" },
  },
  undone: "capture_declined",
};
