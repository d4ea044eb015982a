import { query, rowsStatement, sharedCommit, type SharedCommit } from "@flowlix/persistence";
import type { Pool } from "../pool.ts";
import { endsLater, needsChallenge, planOf, type Plan } from "./amounts.ts";
import type { OrderRow } from "./order.ts";
import type { ReadOrder } from "./read-order.ts";
import type { ChallengeSecrets } from "../challenge/challenge-secrets.ts";
import type { BatchObserver } from "../metrics.ts";

export interface Registration {
  readonly reference: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly return_url: string;
  readonly callback_url?: string;
}

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

const INPUT = [
  ["reference", "text"],
  ["amount", "bigint"],
  ["currency", "text"],
  ["first_state", "text"],
  ["first_code", "text"],
  ["later_state", "text"],
  ["later_code", "text"],
  ["quirk", "text"],
  ["challenge_hash", "bytea"],
  ["return_url_box", "bytea"],
  ["callback_url", "text"],
] as const;

const COLUMNS = `reference, amount, currency, first_state, first_code, later_state, later_code, quirk,
  challenge_hash, return_url_box, callback_url`;

const REGISTER = rowsStatement({
  name: "register_orders",
  columns: INPUT,
  text: (input) => `
  insert into sandbox_acquirer.orders (${COLUMNS})
  select ${COLUMNS} from ${input} order by ord
  on conflict (reference) do nothing
  returning reference, seq, floor(extract(epoch from created_at))::bigint as created`,
});

interface Inserted {
  readonly reference: string;
  readonly seq: number;
  readonly created: number;
}

interface Item {
  readonly registration: Registration;
  readonly plan: Plan;
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
  const commit: SharedCommit<Item, Inserted | undefined> = sharedCommit({
    name: "register_order",
    keyOf: (item: Item) => item.registration.reference,
    run: (items) => insertOrders(deps.hot, deps.secrets, items),
    observe: deps.observe,
  });

  async function register(registration: Registration): Promise<Registered> {
    const { reference, amount, currency } = registration;
    const plan = planOf(amount);
    if (plan.refusedAtRegister !== null) return { kind: "refused", cause: plan.refusedAtRegister };

    const inserted = await commit.add({ registration, plan });
    if (inserted !== undefined) return { kind: "order", order: newRow(inserted, registration, plan) };

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
  items: readonly Item[],
): Promise<(Inserted | undefined)[]> {
  const rows = await query<Inserted>(hot, REGISTER.of(items.map((item) => rowOf(item, secrets))));
  if (rows.length === items.length && items.length === 1) return rows;
  const byReference = new Map(rows.map((row) => [row.reference, row]));
  return items.map((item) => byReference.get(item.registration.reference));
}

/** What is not needed is not kept: only a challenge needs the way back, only a later result the callback. */
function rowOf({ registration, plan }: Item, secrets: ChallengeSecrets): unknown[] {
  const { reference, amount, currency, return_url, callback_url } = registration;
  const challenge = needsChallenge(plan);
  return [
    reference,
    amount,
    currency,
    plan.first.state === "succeeded" ? null : plan.first.state,
    plan.first.code,
    plan.later?.state,
    plan.later?.code,
    plan.quirk,
    challenge ? secrets.hashOf(secrets.tokenOf(reference)) : null,
    challenge ? secrets.sealReturnUrl(reference, return_url) : null,
    endsLater(plan) ? callback_url : null,
  ];
}

const newRow = (inserted: Inserted, { amount, currency }: Registration, { quirk }: Plan): OrderRow => ({
  ...inserted,
  amount,
  currency,
  state: "registered",
  response_code: null,
  quirk,
  reversed: false,
  challenge_number: null,
  updated: inserted.created,
});
