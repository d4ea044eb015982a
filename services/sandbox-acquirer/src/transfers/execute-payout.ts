import { query, sharedCommit, rowsInput, type SharedCommit } from "@flowlix/persistence";
import type { BatchObserver } from "../metrics.ts";
import type { Pool } from "../pool.ts";
import { executedOrKnown, inOrderAsked, type Executed } from "./executed.ts";
import type { ReadTransfer } from "./read-transfer.ts";
import { TRANSFER_COLUMNS, type TransferRow } from "./transfer.ts";
import { TRANSFER_TAKES_S, transferPlanOf, type TransferPlan } from "./transfer-amounts.ts";

export interface PayoutRequest {
  readonly reference: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** All that is kept of the card. */
  readonly card_brand: string;
  readonly card_last4: string;
  readonly callback_url?: string;
}

export interface ExecutePayout {
  execute(request: PayoutRequest): Promise<Executed>;
  /** Resolves when no payout is under way. */
  flush(): Promise<void>;
}

const INPUT = rowsInput([
  ["reference", "text"],
  ["amount", "bigint"],
  ["currency", "text"],
  ["card_brand", "text"],
  ["card_last4", "text"],
  ["state", "text"],
  ["response_code", "text"],
  ["takes_s", "float8"],
  ["later_code", "text"],
  ["callback_url", "text"],
]);

const COLUMNS = `reference, amount, currency, card_brand, card_last4, state, response_code, later_code, callback_url`;

/** The reference's key decides: a second call, a cancellation included, finds it taken. */
const EXECUTE = `
  with made as (
    insert into sandbox_acquirer.transfers (kind, due_at, ${COLUMNS})
    select 'payout', (select platform.clock()) + make_interval(secs => takes_s), ${COLUMNS}
    from ${INPUT.sql} order by ord
    on conflict (reference, kind) do nothing
    returning *),
  posted as (
    insert into sandbox_acquirer.book (reference, kind, amount, currency, at)
    select reference, kind, amount, currency, updated_at from made where state = 'succeeded')
  select ${TRANSFER_COLUMNS} from made t`;

type Item = PayoutRequest & { readonly kind: "payout"; readonly charge: null; readonly plan: TransferPlan };

/** Pays to a card: at most once for a reference however often and however concurrently it is called. */
export function createExecutePayout(deps: {
  readonly hot: Pool;
  readonly readTransfer: ReadTransfer;
  readonly observe: BatchObserver;
}): ExecutePayout {
  const commit: SharedCommit<Item, TransferRow | undefined> = sharedCommit({
    name: "execute_payout",
    keyOf: (item: Item) => item.reference,
    run: async (items) => inOrderAsked(items, await executeAll(deps.hot, items)),
    observe: deps.observe,
  });

  async function execute(request: PayoutRequest): Promise<Executed> {
    const plan = transferPlanOf("payout", request.amount);
    const item: Item = { ...request, kind: "payout", charge: null, plan };
    return executedOrKnown(deps.readTransfer, item, await commit.add(item));
  }

  return { execute, flush: () => commit.flush() };
}

async function executeAll(hot: Pool, items: readonly Item[]): Promise<TransferRow[]> {
  const values = INPUT.values(
    items.map(({ reference, amount, currency, card_brand, card_last4, callback_url, plan }) => [
      reference,
      amount,
      currency,
      card_brand,
      card_last4,
      plan.state,
      plan.code,
      plan.later === null ? null : TRANSFER_TAKES_S,
      plan.later?.code,
      plan.later === null ? null : callback_url,
    ]),
  );
  return query<TransferRow>(hot, { name: "execute_payouts", text: EXECUTE, values });
}
