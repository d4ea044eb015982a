import { createDueStore, type DueObject, type DueStore } from "@flowlix/engine";
import type { Pool } from "@flowlix/persistence";
import { ROW_COLUMNS } from "../payout/payout-columns.ts";
import type { PayoutRow } from "../payout/payout.entity.ts";

/** A Payout claimed for a status sync; `leased_until` names the claim. */
export type DuePayout = DueObject<PayoutRow>;

export type SyncStore = DueStore<PayoutRow>;

export const createSyncStore = (background: Pool): SyncStore =>
  createDueStore(background, { owner: "payouts", alias: "p", columns: ROW_COLUMNS });
