import type { PayoutStatus } from "@flowlix/contracts";
import type { OwnerSpec } from "@flowlix/engine";
import { payoutsJournal } from "./journal/journal-tables.ts";
import { payoutsSchema } from "./schema.ts";
import { tracedPayouts } from "./trace/traced-payouts.ts";

/** What this service declares of itself as an owner. */
export const payoutsOwner = {
  name: "payouts",
  schema: payoutsSchema,
  pools: { hot: 4, read: 2, background: 3, lists: 3 },
  operations: ["payout", "read_payout", "close_payout"],
  openStates: ["PENDING", "PROCESSING"] satisfies PayoutStatus[],
  journal: payoutsJournal,
  traced: tracedPayouts,
} as const satisfies OwnerSpec;
