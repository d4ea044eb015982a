import type { RefundStatus } from "@flowlix/contracts";
import type { OwnerSpec } from "@flowlix/engine";
import { refundsJournal } from "./journal/journal-tables.ts";
import { refundsSchema } from "./schema.ts";
import { tracedRefunds } from "./trace/traced-refunds.ts";

/**
 * An event leaves only after the Payment's owner has acknowledged its version: a merchant who hears that money was
 * returned finds the Payment's `amount_refunded` moved (docs/design/architecture.md#shown-first). One value of one row,
 * which no plan can turn into a walk through all Refunds.
 */
const ACKNOWLEDGED =
  "o.version <= (select r.acknowledged_version from refunds.refunds as r where r.id = o.object_id)";

/** What this service declares of itself as an owner. */
export const refundsOwner = {
  name: "refunds",
  schema: refundsSchema,
  pools: { hot: 4, read: 2, background: 3 },
  operations: ["refund", "read_refund", "close_refund"],
  openStates: ["PENDING", "PROCESSING"] satisfies RefundStatus[],
  journal: refundsJournal,
  traced: tracedRefunds,
  eventReady: ACKNOWLEDGED,
} as const satisfies OwnerSpec;
