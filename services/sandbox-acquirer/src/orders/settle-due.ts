import { query } from "@flowlix/persistence";
import type { Pool } from "../pool.ts";

export interface SettleDue {
  /** Settles this order if its time has come. */
  settle(reference: string): Promise<void>;
  /** Settles what is due, a bounded number at a time; returns how many it settled. */
  settleSome(): Promise<number>;
}

const SOME = 500;

/** The result leaves its due row and enters the order, the book and the callbacks in one commit. */
const settleStatement = (which: string): string => `
  with due as (
    select d.reference from sandbox_acquirer.due_results d
    where d.due_at <= (select platform.clock()) and ${which}
    order by d.due_at limit ${SOME} for update skip locked),
  results as (
    delete from sandbox_acquirer.due_results d using due where d.reference = due.reference
    returning d.reference, d.state, d.response_code),
  settled as (
    update sandbox_acquirer.orders o
    set state = results.state, response_code = results.response_code, updated_at = (select platform.clock())
    from results where o.reference = results.reference and o.state = 'processing'
    returning o.*),
  charged as (
    insert into sandbox_acquirer.book (reference, kind, amount, currency, at)
    select reference, 'charge', amount, currency, updated_at from settled where state = 'succeeded'),
  told as (
    insert into sandbox_acquirer.callbacks (reference, callback_url, state, at)
    select reference, callback_url, state, updated_at from settled where callback_url is not null)
  select count(*)::integer as settled from settled`;

const SETTLE_ONE = settleStatement("d.reference = $1");
const SETTLE_SOME = settleStatement("$1::text is null");

interface Settled {
  readonly settled: number;
}

/**
 * Asynchronous results whose time has come. Several at once are harmless: each due row is taken by one.
 * Both go through the guarded pool: an ordinary plan reads every order there is to settle none.
 */
export function createSettleDue(hot: Pool): SettleDue {
  return {
    async settle(reference) {
      await query<Settled>(hot, { name: "settle_order", text: SETTLE_ONE, values: [reference] });
    },
    async settleSome() {
      const [row] = await query<Settled>(hot, {
        name: "settle_due_orders",
        text: SETTLE_SOME,
        values: [null],
      });
      return row?.settled ?? 0;
    },
  };
}
