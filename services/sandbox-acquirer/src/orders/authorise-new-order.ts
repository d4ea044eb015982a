import { query, rowsStatement, sharedCommit, type SharedCommit } from "@flowlix/persistence";
import type { ChallengeSecrets } from "../challenge/challenge-secrets.ts";
import type { BatchObserver } from "../metrics.ts";
import type { Pool } from "../pool.ts";
import { planOf } from "./amounts.ts";
import { AUTHORISATION_EFFECTS, executedNow, type Authorised } from "./authorisation.ts";
import type { AuthoriseOrder } from "./authorise-order.ts";
import { ORDER_COLUMNS, type OrderRow } from "./order.ts";
import type { ReadOrder } from "./read-order.ts";
import type { Registered, RegisterOrder } from "./register-order.ts";
import {
  REGISTRATION_COLUMNS,
  REGISTRATION_INPUT,
  registrationRow,
  type PlannedOrder,
  type Registration,
} from "./registration.ts";

export interface AuthoriseNewOrder {
  authorise(registration: Registration): Promise<Registered | Authorised>;
  /** Resolves when none is under way. */
  flush(): Promise<void>;
}

/** An order comes to be with what authorising it leads to; the primary key refuses one that is known. */
const AUTHORISE_NEW = rowsStatement({
  name: "authorise_new_orders",
  columns: REGISTRATION_INPUT,
  text: (input) => `
  with executed as (
    insert into sandbox_acquirer.orders (${REGISTRATION_COLUMNS}, state, response_code)
    select ${REGISTRATION_COLUMNS}, coalesce(first_state, 'succeeded'), first_code from ${input} order by ord
    on conflict (reference) do nothing
    returning *),${AUTHORISATION_EFFECTS}
  select ${ORDER_COLUMNS} from executed o`,
});

/**
 * Registers an order and authorises it in one commit: repeatable at will, charged at most once. What is known already
 * is shown as it stands, or authorised where it is only registered; what the amount refuses, or answers without
 * executing anything, goes the way of two steps.
 */
export function createAuthoriseNewOrder(deps: {
  readonly hot: Pool;
  readonly readOrder: ReadOrder;
  readonly secrets: ChallengeSecrets;
  readonly registerOrder: RegisterOrder;
  readonly authoriseOrder: AuthoriseOrder;
  readonly observe: BatchObserver;
}): AuthoriseNewOrder {
  const { readOrder, registerOrder, authoriseOrder } = deps;
  const commit: SharedCommit<PlannedOrder, OrderRow | undefined> = sharedCommit({
    name: "authorise_new_order",
    keyOf: ({ registration }: PlannedOrder) => registration.reference,
    run: (items) => insertExecuted(deps, items),
    observe: deps.observe,
  });

  async function authorise(registration: Registration): Promise<Registered | Authorised> {
    const { reference, amount, currency } = registration;
    const plan = planOf(amount);
    if (plan.refusedAtRegister !== null || plan.quirk === "garbled") {
      const registered = await registerOrder.register(registration);
      return registered.kind === "order" ? authoriseOrder.authorise(reference) : registered;
    }
    const executed = await commit.add({ registration, plan });
    if (executed !== undefined) return executedNow(executed);
    // It may have been this very call that made it, before its connection broke: nothing from here on may claim
    // otherwise.
    const known = await readOrder(reference);
    if (known === undefined) throw new Error("an order that was made is not there");
    if (known.amount !== amount || known.currency !== currency) return { kind: "conflict" };
    return known.state === "registered"
      ? authoriseOrder.authorise(reference)
      : { kind: "order", order: known };
  }

  return { authorise, flush: () => commit.flush() };
}

/** The orders that this call made, in the order asked; undefined where one was known. */
async function insertExecuted(
  { hot, secrets }: { readonly hot: Pool; readonly secrets: ChallengeSecrets },
  items: readonly PlannedOrder[],
): Promise<(OrderRow | undefined)[]> {
  const rows = await query<OrderRow>(
    hot,
    AUTHORISE_NEW.of(items.map((item) => registrationRow(item, secrets))),
  );
  const byReference = new Map(rows.map((row) => [row.reference, row]));
  return items.map((item) => byReference.get(item.registration.reference));
}
