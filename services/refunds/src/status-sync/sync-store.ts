import { createDueStore, type DueObject, type DueStore } from "@flowlix/engine";
import type { Pool } from "@flowlix/persistence";
import { ROW_COLUMNS } from "../refund/refund-columns.ts";
import type { RefundRow } from "../refund/refund.entity.ts";

/** A Refund claimed for a status sync; `leased_until` names the claim. */
export type DueRefund = DueObject<RefundRow>;

export type SyncStore = DueStore<RefundRow>;

export const createSyncStore = (background: Pool): SyncStore =>
  createDueStore(background, { owner: "refunds", alias: "r", columns: ROW_COLUMNS });
