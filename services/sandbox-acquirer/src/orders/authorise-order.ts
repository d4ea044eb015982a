import { query, rowsStatement, sharedCommit, type SharedCommit } from "@flowlix/persistence";
import type { Pool } from "../pool.ts";
import { AUTHORISATION_EFFECTS, executedNow, type Authorised } from "./authorisation.ts";
import { ORDER_COLUMNS, type OrderRow } from "./order.ts";
import type { ReadOrder } from "./read-order.ts";
import type { BatchObserver } from "../metrics.ts";

export interface AuthoriseOrder {
  authorise(reference: string): Promise<Authorised>;
  /** Resolves when no authorisation is under way. */
  flush(): Promise<void>;
}

/**
 * State, book row and due result in one commit. The row decides: only a registered order moves, so
 * a second call, a cancellation included, finds it moved. The book's key refuses a second charge.
 */
const AUTHORISE = rowsStatement({
  name: "authorise_orders",
  columns: [["reference", "text"]],
  text: (input) => `
  with executed as (
    update sandbox_acquirer.orders o
    set state = coalesce(o.first_state, 'succeeded'), response_code = o.first_code, updated_at = (select platform.clock())
    from ${input}
    where o.reference = input.reference and o.state = 'registered' and o.quirk is distinct from 'garbled'
    returning input.ord, o.*),${AUTHORISATION_EFFECTS}
  select o.ord::integer as ord, ${ORDER_COLUMNS} from executed o`,
});

/** Authorises registered orders; charged at most once however often and however concurrently it is called. */
export function createAuthoriseOrder(deps: {
  readonly hot: Pool;
  readonly readOrder: ReadOrder;
  readonly observe: BatchObserver;
}): AuthoriseOrder {
  const commit: SharedCommit<string, OrderRow | undefined> = sharedCommit({
    name: "authorise_order",
    keyOf: (reference: string) => reference,
    run: (references) => executeOrders(deps.hot, references),
    observe: deps.observe,
  });

  async function authorise(reference: string): Promise<Authorised> {
    const executed = await commit.add(reference);
    if (executed !== undefined) return executedNow(executed);

    const order = await deps.readOrder(reference);
    if (order === undefined) return { kind: "unknown" };
    return order.state === "registered" && order.quirk === "garbled"
      ? { kind: "garbled" }
      : { kind: "order", order };
  }

  return { authorise, flush: () => commit.flush() };
}

/** The orders that this call executed, in the order asked; undefined where there was nothing to execute. */
async function executeOrders(hot: Pool, references: readonly string[]): Promise<(OrderRow | undefined)[]> {
  const rows = await query<OrderRow & { readonly ord: number }>(
    hot,
    AUTHORISE.of(references.map((reference) => [reference])),
  );
  const executed: (OrderRow | undefined)[] = references.map(() => undefined);
  for (const row of rows) executed[row.ord - 1] = row;
  return executed;
}
