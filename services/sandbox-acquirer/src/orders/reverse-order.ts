import { query } from "@flowlix/persistence";
import type { Pool } from "../pool.ts";
import { ORDER_COLUMNS, type OrderRow } from "./order.ts";
import type { ReadOrder } from "./read-order.ts";

export type Reversed =
  | { readonly kind: "order"; readonly order: OrderRow }
  | { readonly kind: "not_charged" }
  /** Refunds took part of it: what is left goes back by a refund. */
  | { readonly kind: "refunded" }
  | { readonly kind: "unknown" };

const REVERSE = `
  with moved as (
    update sandbox_acquirer.orders set reversed = true, updated_at = (select platform.clock())
    where reference = $1 and state = 'succeeded' and not reversed and refunded is null
    returning *),
  posted as (
    insert into sandbox_acquirer.book (reference, kind, amount, currency, at)
    select reference, 'reversal', amount, currency, updated_at from moved)
  select ${ORDER_COLUMNS} from moved o`;

/** Gives a charge back in full, once: for money that must not stand. Repeating it shows the reversed order. */
export async function reverseOrder(
  deps: { readonly hot: Pool; readonly readOrder: ReadOrder },
  reference: string,
): Promise<Reversed> {
  // The read comes first: it finalises a result that is due and might be the charge.
  const known = await deps.readOrder(reference);
  if (known === undefined) return { kind: "unknown" };
  if (known.state !== "succeeded") return { kind: "not_charged" };

  const [reversed] = await query<OrderRow>(deps.hot, {
    name: "reverse_order",
    text: REVERSE,
    values: [reference],
  });
  if (reversed !== undefined) return { kind: "order", order: reversed };
  const order = await deps.readOrder(reference);
  if (order === undefined) return { kind: "unknown" };
  return order.reversed ? { kind: "order", order } : { kind: "refunded" };
}
