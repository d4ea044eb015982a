import { query } from "@flowlix/persistence";
import type { Pool } from "../pool.ts";

export interface FinaliseTransfers {
  /** Finalises this refund or payout if its time has come; it is finalised then, by whomever. */
  finalise(transfer: Due): Promise<void>;
  /** Finalises what is due, a bounded number at a time; returns how many it finalised. */
  finaliseSome(): Promise<number>;
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
const finaliseSql = (locking: string) => `
  with due as (
    select t.reference, t.kind from sandbox_acquirer.transfers t
    where t.reference = any ($1::text[]) and t.due_at <= (select platform.clock())
    order by t.reference, t.kind ${locking}),
  finalised as (
    update sandbox_acquirer.transfers t
    set state = case when t.later_code is null then 'succeeded' else 'failed' end, response_code = t.later_code,
      due_at = null, updated_at = (select platform.clock())
    from due
    where t.reference = due.reference and t.kind = due.kind and t.reference = any ($1::text[])
    returning t.*),
  released as (
    select charge, sum(amount)::bigint as amount from finalised
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
    select reference, kind, charge, amount, currency, updated_at from finalised where state = 'succeeded'),
  called_back as (
    insert into sandbox_acquirer.callbacks (reference, kind, callback_url, state, at)
    select reference, kind, callback_url, state, updated_at from finalised where callback_url is not null)
  select count(*)::integer as finalised from finalised`;

const FINALISE_FREE = finaliseSql("for update skip locked");
/** Where somebody else is just finalising it, it waits for that: afterwards it is finalised. */
const FINALISE_WAITING = finaliseSql("for update");

interface Finalised {
  readonly finalised: number;
}

/** Refunds and payouts whose time has come. Several at once are harmless: each row is taken by one. */
export function createFinaliseTransfers(hot: Pool): FinaliseTransfers {
  const finaliseAll = async (due: readonly Due[]): Promise<number> => {
    const references = due.map(({ reference }) => reference);
    const charges = due.flatMap(({ charge }) => charge ?? []);
    const values = [references, charges];
    const [row] = await query<Finalised>(hot, { name: "finalise_transfers", text: FINALISE_FREE, values });
    return row?.finalised ?? 0;
  };
  return {
    finalise: async ({ reference, charge }) => {
      const values = [[reference], charge === null ? [] : [charge]];
      await query(hot, { name: "finalise_transfer", text: FINALISE_WAITING, values });
    },
    finaliseSome: async () => {
      const due = await query<Due>(hot, { name: "find_due_transfers", text: FIND_DUE, values: [] });
      return due.length === 0 ? 0 : finaliseAll(due);
    },
  };
}
