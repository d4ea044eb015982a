import { query } from "@flowlix/persistence";
import type { Pool } from "../pool.ts";
import { ORDER_COLUMNS, type OrderRow } from "./order.ts";
import type { FinaliseDue } from "./finalise-due.ts";

/** The order as it stands now; undefined when the reference is unknown. */
export type ReadOrder = (reference: string) => Promise<OrderRow | undefined>;

const READ = `
  select ${ORDER_COLUMNS},
    o.state = 'processing' and exists (
      select from sandbox_acquirer.due_results d
      where d.reference = o.reference and d.due_at <= (select platform.clock())) as due
  from sandbox_acquirer.orders o where o.reference = $1`;

/** Reads an order; one whose result is due is finalised first, so that nobody waits for the loop. */
export function createReadOrder(deps: { readonly read: Pool; readonly finaliseDue: FinaliseDue }): ReadOrder {
  const select = async (reference: string) => {
    const [row] = await query<OrderRow & { readonly due: boolean }>(deps.read, {
      name: "read_order",
      text: READ,
      values: [reference],
    });
    return row;
  };
  return async (reference) => {
    const row = await select(reference);
    if (row?.due !== true) return row;
    await deps.finaliseDue.finalise(reference);
    return select(reference);
  };
}
