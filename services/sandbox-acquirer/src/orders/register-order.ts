import { query, rowsStatement, sharedCommit, type SharedCommit } from "@flowlix/persistence";
import type { Pool } from "../pool.ts";
import { planOf } from "./amounts.ts";
import type { OrderRow } from "./order.ts";
import type { ReadOrder } from "./read-order.ts";
import {
  REGISTRATION_COLUMNS,
  REGISTRATION_INPUT,
  registrationRow,
  type PlannedOrder,
  type Registration,
} from "./registration.ts";
import type { ChallengeSecrets } from "../challenge/challenge-secrets.ts";
import type { BatchObserver } from "../metrics.ts";

/** `conflict`: the reference stands for another amount or currency. */
export type Registered =
  | { readonly kind: "order"; readonly order: OrderRow }
  | { readonly kind: "refused"; readonly cause: "throttled" | "unavailable" }
  | { readonly kind: "conflict" };

export interface RegisterOrder {
  register(registration: Registration): Promise<Registered>;
  /** Resolves when no registration is under way. */
  flush(): Promise<void>;
}

const REGISTER = rowsStatement({
  name: "register_orders",
  columns: REGISTRATION_INPUT,
  text: (input) => `
  insert into sandbox_acquirer.orders (${REGISTRATION_COLUMNS})
  select ${REGISTRATION_COLUMNS} from ${input} order by ord
  on conflict (reference) do nothing
  returning reference, seq, floor(extract(epoch from created_at))::bigint as created`,
});

interface Inserted {
  readonly reference: string;
  readonly seq: number;
  readonly created: number;
}

/**
 * Registers an order under the merchant's reference. Repeatable at will: the primary key decides, and
 * what is registered already is compared and shown as it stands, a cancelled order included.
 */
export function createRegisterOrder(deps: {
  readonly hot: Pool;
  readonly readOrder: ReadOrder;
  readonly secrets: ChallengeSecrets;
  readonly observe: BatchObserver;
}): RegisterOrder {
  const commit: SharedCommit<PlannedOrder, Inserted | undefined> = sharedCommit({
    name: "register_order",
    keyOf: (item: PlannedOrder) => item.registration.reference,
    run: (items) => insertOrders(deps.hot, deps.secrets, items),
    observe: deps.observe,
  });

  async function register(registration: Registration): Promise<Registered> {
    const { reference, amount, currency } = registration;
    const plan = planOf(amount);
    if (plan.refusedAtRegister !== null) return { kind: "refused", cause: plan.refusedAtRegister };

    const planned = { registration, plan };
    const inserted = await commit.add(planned);
    if (inserted !== undefined) return { kind: "order", order: newRow(inserted, planned) };

    const known = await deps.readOrder(reference);
    if (known === undefined) throw new Error("a registered order is not there");
    return known.amount === amount && known.currency === currency
      ? { kind: "order", order: known }
      : { kind: "conflict" };
  }

  return { register, flush: () => commit.flush() };
}

async function insertOrders(
  hot: Pool,
  secrets: ChallengeSecrets,
  items: readonly PlannedOrder[],
): Promise<(Inserted | undefined)[]> {
  const rows = await query<Inserted>(hot, REGISTER.of(items.map((item) => registrationRow(item, secrets))));
  if (rows.length === items.length && items.length === 1) return rows;
  const byReference = new Map(rows.map((row) => [row.reference, row]));
  return items.map((item) => byReference.get(item.registration.reference));
}

const newRow = (inserted: Inserted, { registration, plan }: PlannedOrder): OrderRow => ({
  ...inserted,
  amount: registration.amount,
  currency: registration.currency,
  state: "registered",
  response_code: null,
  quirk: plan.quirk,
  reversed: false,
  challenge_number: null,
  updated: inserted.created,
});
