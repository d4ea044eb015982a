import { query } from "@flowlix/persistence";
import type { Pool } from "../pool.ts";
import type { FinaliseTransfers } from "./finalise-transfers.ts";
import { TRANSFER_COLUMNS, type TransferRow } from "./transfer.ts";
import type { TransferKind } from "./transfer-amounts.ts";

/** The refund or payout as it stands now; undefined when the reference is unknown. */
export type ReadTransfer = (kind: TransferKind, reference: string) => Promise<TransferRow | undefined>;

const READ = `
  select ${TRANSFER_COLUMNS}, coalesce(t.due_at <= (select platform.clock()), false) as due
  from sandbox_acquirer.transfers t where t.reference = $1 and t.kind = $2`;

/** Reads one; one whose result is due is finalised first, so that nobody waits for the loop. */
export function createReadTransfer(deps: {
  readonly read: Pool;
  readonly finaliseTransfers: FinaliseTransfers;
}): ReadTransfer {
  const select = async (kind: TransferKind, reference: string) => {
    const [row] = await query<TransferRow & { readonly due: boolean }>(deps.read, {
      name: "read_transfer",
      text: READ,
      values: [reference, kind],
    });
    return row;
  };
  return async (kind, reference) => {
    const row = await select(kind, reference);
    if (row?.due !== true) return row;
    await deps.finaliseTransfers.finalise(row);
    return select(kind, reference);
  };
}
