import { query } from "@flowlix/persistence";
import type { Pool } from "../pool.ts";

export interface SettleTransfers {
  /** Settles this refund or payout if its time has come; it is settled then, by whomever. */
  settle(transfer: Due): Promise<void>;
  /** Settles what is due, a bounded number at a time; returns how many it settled. */
  settleSome(): Promise<number>;
}

interface Due {
  readonly reference: string;
  readonly charge: string | null;
}

const SOME = 500;

const FIND_DUE = `
  select reference, charge from sandbox_acquirer.transfers
  where due_at <= (select platform.clock()) order by due_at limit ${SOME}`;

/**
 * State, book row, callback, and what a failed refund took of its charge, in one commit. Rows are locked
 * in one order, a charge's after its refunds'. The references stand at every table: a join alone,
 * planned while the tables are empty, reads all of them.
 */
const settleSql = (locking: string) => `
  with due as (
    select t.reference, t.kind from sandbox_acquirer.transfers t
    where t.reference = any ($1::text[]) and t.due_at <= (select platform.clock())
    order by t.reference, t.kind ${locking}),
  settled as (
    update sandbox_acquirer.transfers t
    set state = case when t.later_code is null then 'succeeded' else 'failed' end, response_code = t.later_code,
      due_at = null, updated_at = (select platform.clock())
    from due
    where t.reference = due.reference and t.kind = due.kind and t.reference = any ($1::text[])
    returning t.*),
  released as (
    select charge, sum(amount)::bigint as amount from settled
    where charge is not null and state = 'failed' group by charge),
  charges as (
    select o.reference, released.amount from released
    join sandbox_acquirer.orders o on o.reference = released.charge and o.reference = any ($2::text[])
    order by o.reference for update of o),
  given_back as (
    update sandbox_acquirer.orders o set refunded = nullif(o.refunded - charges.amount, 0)
    from charges where o.reference = charges.reference and o.reference = any ($2::text[])),
  posted as (
    insert into sandbox_acquirer.book (reference, kind, charge, amount, currency, at)
    select reference, kind, charge, amount, currency, updated_at from settled where state = 'succeeded'),
  called_back as (
    insert into sandbox_acquirer.callbacks (reference, kind, callback_url, state, at)
    select reference, kind, callback_url, state, updated_at from settled where callback_url is not null)
  select count(*)::integer as settled from settled`;

const SETTLE_FREE = settleSql("for update skip locked");
/** Where somebody else is just settling it, it waits for that: afterwards it is settled. */
const SETTLE_WAITING = settleSql("for update");

interface Settled {
  readonly settled: number;
}

/** Refunds and payouts whose time has come. Several at once are harmless: each row is taken by one. */
export function createSettleTransfers(hot: Pool): SettleTransfers {
  const settleAll = async (due: readonly Due[]): Promise<number> => {
    const references = due.map(({ reference }) => reference);
    const charges = due.flatMap(({ charge }) => charge ?? []);
    const values = [references, charges];
    const [row] = await query<Settled>(hot, { name: "settle_transfers", text: SETTLE_FREE, values });
    return row?.settled ?? 0;
  };
  return {
    settle: async ({ reference, charge }) => {
      const values = [[reference], charge === null ? [] : [charge]];
      await query(hot, { name: "settle_transfer", text: SETTLE_WAITING, values });
    },
    settleSome: async () => {
      const due = await query<Due>(hot, { name: "find_due_transfers", text: FIND_DUE, values: [] });
      return due.length === 0 ? 0 : settleAll(due);
    },
  };
}
