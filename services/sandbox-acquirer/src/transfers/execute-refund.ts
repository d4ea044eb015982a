import { query, sharedCommit, sqlState, rowsInput, type SharedCommit } from "@flowlix/persistence";
import type { BatchObserver } from "../metrics.ts";
import type { Pool } from "../pool.ts";
import { executedOrKnown, inOrderAsked, type Executed } from "./executed.ts";
import type { ReadTransfer } from "./read-transfer.ts";
import { TRANSFER_COLUMNS, type TransferRow } from "./transfer.ts";
import { TRANSFER_TAKES_S, transferPlanOf, type TransferPlan } from "./transfer-amounts.ts";

export interface RefundRequest {
  readonly reference: string;
  /** The reference of the order that was charged. */
  readonly charge: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly callback_url?: string;
}

export interface ExecuteRefund {
  execute(request: RefundRequest): Promise<Executed>;
  /** Resolves when no refund is under way. */
  flush(): Promise<void>;
}

const INPUT = rowsInput([
  ["reference", "text"],
  ["charge", "text"],
  ["amount", "bigint"],
  ["currency", "text"],
  ["state", "text"],
  ["code", "text"],
  ["takes_s", "float8"],
  ["later_code", "text"],
  ["callback_url", "text"],
]);

/**
 * What a charge has left is decided where it is taken: by one conditional update of the charge's row,
 * which a reversal has to pass too. The insert has no "on conflict": where another request was faster
 * with the same reference its key refuses the whole statement, and with it what was taken. The charges
 * stand at their table: a join alone, planned while the tables are empty, reads all orders.
 */
const EXECUTE = `
  with asked as materialized (
    select * from ${INPUT.sql}
    where not exists (
      select from sandbox_acquirer.transfers t where t.reference = input.reference and t.kind = 'refund')),
  taken as (
    update sandbox_acquirer.orders o set refunded = coalesce(o.refunded, 0) + asked.amount
    from asked
    where o.reference = asked.charge and o.reference = any ($2::text[]) and asked.code is null
      and o.state = 'succeeded' and not o.reversed and o.currency = asked.currency
      and coalesce(o.refunded, 0) + asked.amount <= o.amount
    returning asked.ord),
  decided as (
    select asked.*, case
        when asked.code is not null then asked.code
        when taken.ord is not null then null
        when o.state is distinct from 'succeeded' then '25'
        when o.currency <> asked.currency then '78'
        else '13' end as refusal
    from asked
    left join taken on taken.ord = asked.ord
    left join sandbox_acquirer.orders o on o.reference = asked.charge and o.reference = any ($2::text[])),
  made as (
    insert into sandbox_acquirer.transfers
      (kind, reference, charge, amount, currency, callback_url, state, response_code, due_at, later_code)
    select 'refund', reference, charge, amount, currency,
      case when refusal is null and takes_s is not null then callback_url end,
      case when refusal is null then state else 'failed' end, refusal,
      case when refusal is null then (select platform.clock()) + make_interval(secs => takes_s) end,
      case when refusal is null then later_code end
    from decided order by ord
    returning *),
  posted as (
    insert into sandbox_acquirer.book (reference, kind, charge, amount, currency, at)
    select reference, kind, charge, amount, currency, updated_at from made where state = 'succeeded')
  select ${TRANSFER_COLUMNS} from made t`;

const UNIQUE_VIOLATION = "23505";

type Item = RefundRequest & { readonly kind: "refund"; readonly plan: TransferPlan };

/**
 * Gives back part or all of a charge: at most once for a reference however often and however
 * concurrently it is called, and never more of a charge than was charged.
 */
export function createExecuteRefund(deps: {
  readonly hot: Pool;
  readonly readTransfer: ReadTransfer;
  readonly observe: BatchObserver;
}): ExecuteRefund {
  const commit: SharedCommit<Item, TransferRow | undefined> = sharedCommit({
    name: "execute_refund",
    // Refunds of one charge wait for each other here rather than in connections.
    keyOf: (item: Item) => item.charge,
    run: async (items) => inOrderAsked(items, await executeAll(deps.hot, items)),
    observe: deps.observe,
  });

  async function execute(request: RefundRequest): Promise<Executed> {
    const item: Item = { ...request, kind: "refund", plan: transferPlanOf("refund", request.amount) };
    return executedOrKnown(deps.readTransfer, item, await commit.add(item));
  }

  return { execute, flush: () => commit.flush() };
}

async function executeAll(hot: Pool, items: readonly Item[]): Promise<TransferRow[]> {
  const input = INPUT.values(
    items.map(({ reference, charge, amount, currency, callback_url, plan }) => [
      reference,
      charge,
      amount,
      currency,
      plan.state,
      plan.code,
      plan.later === null ? null : TRANSFER_TAKES_S,
      plan.later?.code,
      callback_url,
    ]),
  );
  const values = [...input, items.map(({ charge }) => charge)];
  try {
    return await query<TransferRow>(hot, { name: "execute_refunds", text: EXECUTE, values });
  } catch (error) {
    // Another request was faster with this reference: what it made is read and compared.
    if (items.length === 1 && sqlState(error) === UNIQUE_VIOLATION) return [];
    throw error;
  }
}
