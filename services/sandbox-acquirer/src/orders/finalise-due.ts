import { query } from "@flowlix/persistence";
import type { Pool } from "../pool.ts";

export interface FinaliseDue {
  /** Finalises this order if its time has come; it is finalised then, by whomever. */
  finalise(reference: string): Promise<void>;
  /** Finalises what is due, a bounded number at a time; returns how many it finalised. */
  finaliseSome(): Promise<number>;
}

const SOME = 500;

const FIND_DUE = `
  select reference from sandbox_acquirer.due_results
  where due_at <= (select platform.clock()) order by due_at limit ${SOME}`;

/**
 * The result leaves its due row and enters the order, the book and the callbacks in one commit. The
 * references stand at every table: a join alone, planned while the tables are empty, reads all orders.
 */
const finaliseSql = (locking: string) => `
  with due as (
    select d.reference from sandbox_acquirer.due_results d
    where d.reference = any ($1::text[]) and d.due_at <= (select platform.clock())
    order by d.reference ${locking}),
  results as (
    delete from sandbox_acquirer.due_results d using due
    where d.reference = due.reference and d.reference = any ($1::text[])
    returning d.reference, d.state, d.response_code),
  finalised as (
    update sandbox_acquirer.orders o
    set state = results.state, response_code = results.response_code, updated_at = (select platform.clock())
    from results
    where o.reference = results.reference and o.reference = any ($1::text[]) and o.state = 'processing'
    returning o.*),
  charged as (
    insert into sandbox_acquirer.book (reference, kind, amount, currency, at)
    select reference, 'charge', amount, currency, updated_at from finalised where state = 'succeeded'),
  called_back as (
    insert into sandbox_acquirer.callbacks (reference, callback_url, state, at)
    select reference, callback_url, state, updated_at from finalised where callback_url is not null)
  select count(*)::integer as finalised from finalised`;

const FINALISE_FREE = finaliseSql("for update skip locked");
/** Where somebody else is just finalising it, it waits for that: afterwards it is finalised. */
const FINALISE_WAITING = finaliseSql("for update");

interface Due {
  readonly reference: string;
}

interface Finalised {
  readonly finalised: number;
}

/** Asynchronous results whose time has come. Several at once are harmless: each due row is taken by one. */
export function createFinaliseDue(hot: Pool): FinaliseDue {
  const finaliseAll = async (references: readonly string[]): Promise<number> => {
    const [row] = await query<Finalised>(hot, {
      name: "finalise_orders",
      text: FINALISE_FREE,
      values: [references],
    });
    return row?.finalised ?? 0;
  };
  return {
    finalise: async (reference) => {
      await query(hot, { name: "finalise_order", text: FINALISE_WAITING, values: [[reference]] });
    },
    finaliseSome: async () => {
      const due = await query<Due>(hot, { name: "find_due_orders", text: FIND_DUE, values: [] });
      return due.length === 0 ? 0 : finaliseAll(due.map(({ reference }) => reference));
    },
  };
}
