import type { TracedTable } from "@flowlix/engine";

/** What an operator is shown of a Payout beside what every owner records: nothing of its recipient or its card. */
export const tracedPayouts: TracedTable = {
  submitted: "true",
  // Only the last change and the end have a time; the moves before are those of its events.
  entered: {
    PROCESSING: "case when o.status = 'PROCESSING' then o.updated_at end",
    SUCCEEDED: "case when o.status = 'SUCCEEDED' then o.completed_at end",
    FAILED: "case when o.status = 'FAILED' then o.completed_at end",
  },
  facts: { route: "o.route" },
  related: "array[]::text[]",
};
