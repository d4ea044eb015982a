import { query } from "@flowlix/persistence";
import type { Pool } from "../pool.ts";
import type { ReadTransfer } from "./read-transfer.ts";
import { isSameTransfer, TRANSFER_COLUMNS, type TransferIdentity, type TransferRow } from "./transfer.ts";

export type CancelledTransfer =
  { readonly kind: "transfer"; readonly row: TransferRow } | { readonly kind: "conflict" };

const CANCEL = `
  with moved as (
    update sandbox_acquirer.transfers t
    set state = 'cancelled', updated_at = (select platform.clock())
    where t.reference = $1 and t.kind = $2 and t.amount = $3 and t.currency = $4
      and t.charge is not distinct from $5 and t.state = 'received'
    returning *),
  made as (
    insert into sandbox_acquirer.transfers (reference, kind, amount, currency, charge, state)
    select $1, $2, $3, $4, $5, 'cancelled' where not exists (select from moved)
    on conflict (reference, kind) do nothing
    returning *)
  select ${TRANSFER_COLUMNS} from (select * from moved union all select * from made) t`;

/** A submission may slip in between the statement and the read; more than that is no coincidence. */
const ATTEMPTS_MAX = 5;

/**
 * Closes a reference: afterwards nothing can be executed under it, or it shows what was. An unknown
 * reference is registered as cancelled, because a request with it may still be on its way.
 */
export async function cancelTransfer(
  deps: { readonly hot: Pool; readonly readTransfer: ReadTransfer },
  asked: TransferIdentity,
): Promise<CancelledTransfer> {
  const { reference, kind, amount, currency, charge } = asked;
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const [closed] = await query<TransferRow>(deps.hot, {
      name: "cancel_transfer",
      text: CANCEL,
      values: [reference, kind, amount, currency, charge],
    });
    if (closed !== undefined) return { kind: "transfer", row: closed };

    const known = await deps.readTransfer(kind, reference);
    if (known === undefined) continue;
    if (!isSameTransfer(known, asked)) return { kind: "conflict" };
    if (known.state !== "received") return { kind: "transfer", row: known };
  }
  throw new Error(`a ${kind} could not be cancelled in a bounded number of attempts`);
}
