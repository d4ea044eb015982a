import type { TracedTable } from "@flowlix/engine";
import { msSql } from "@flowlix/persistence";

/** What an operator is shown of a Refund beside what every owner records. */
export const tracedRefunds: TracedTable = {
  submitted: "o.status <> 'VOIDED'",
  // Only the last change and the end have a time; the moves before are those of its events.
  entered: {
    PROCESSING: "case when o.status = 'PROCESSING' then o.updated_at end",
    SUCCEEDED: "case when o.status = 'SUCCEEDED' then o.completed_at end",
    FAILED: "case when o.status = 'FAILED' then o.completed_at end",
    VOIDED: "case when o.status = 'VOIDED' then o.updated_at end",
  },
  facts: {
    payment_id: "o.payment_id",
    in_doubt: "o.in_doubt",
    acknowledged_version: "o.acknowledged_version",
    tell_again_at_ms: msSql("o.tell_at"),
  },
  related: "array[o.payment_id]",
};
