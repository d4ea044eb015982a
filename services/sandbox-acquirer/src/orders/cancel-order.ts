import { query } from "@flowlix/persistence";
import type { Pool } from "../pool.ts";
import { ORDER_COLUMNS, type OrderRow } from "./order.ts";
import type { ReadOrder } from "./read-order.ts";

export interface Cancellation {
  readonly reference: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
}

export type Cancelled = { readonly kind: "order"; readonly order: OrderRow } | { readonly kind: "conflict" };

const CANCEL = `
  with moved as (
    update sandbox_acquirer.orders
    set state = 'cancelled', updated_at = (select platform.clock())
    where reference = $1 and amount = $2 and currency = $3 and state in ('registered', 'received', 'action_required')
    returning *),
  made as (
    insert into sandbox_acquirer.orders (reference, amount, currency, state)
    select $1, $2, $3, 'cancelled' where not exists (select from moved)
    on conflict (reference) do nothing
    returning *)
  select ${ORDER_COLUMNS} from (select * from moved union all select * from made) o`;

/** A registration may slip in between the statement and the read; more than that is no coincidence. */
const ATTEMPTS_MAX = 5;

/**
 * Closes a reference: afterwards nothing can be charged under it, or it shows what was. An unknown
 * reference is registered and cancelled, because a request with it may still be on its way.
 */
export async function cancelOrder(
  deps: { readonly hot: Pool; readonly readOrder: ReadOrder },
  { reference, amount, currency }: Cancellation,
): Promise<Cancelled> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const [closed] = await query<OrderRow>(deps.hot, {
      name: "cancel_order",
      text: CANCEL,
      values: [reference, amount, currency],
    });
    if (closed !== undefined) return { kind: "order", order: closed };

    const known = await deps.readOrder(reference);
    if (known === undefined) continue;
    if (known.amount !== amount || known.currency !== currency) return { kind: "conflict" };
    if (!isOpen(known)) return { kind: "order", order: known };
  }
  throw new Error("an order could not be cancelled in a bounded number of attempts");
}

const isOpen = (order: OrderRow): boolean =>
  order.state === "registered" || order.state === "received" || order.state === "action_required";
