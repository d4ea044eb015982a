import { PROCESSING_TAKES_S } from "./amounts.ts";
import type { OrderRow } from "./order.ts";

/** What authorising an order came to. */
export type Authorised =
  | { readonly kind: "order"; readonly order: OrderRow }
  /** Executed and committed, but the amount wants the answer lost. */
  | { readonly kind: "lost" }
  /** Nothing executed; the amount wants an answer that cannot be read. */
  | { readonly kind: "garbled" }
  | { readonly kind: "unknown" };

/** What an authorisation writes besides the orders that it executed, which the statement selects as `executed`. */
export const AUTHORISATION_EFFECTS = `
  charged as (
    insert into sandbox_acquirer.book (reference, kind, amount, currency, at)
    select reference, 'charge', amount, currency, updated_at from executed where state = 'succeeded' order by reference),
  awaited as (
    insert into sandbox_acquirer.due_results (reference, due_at, state, response_code)
    select reference, updated_at + interval '${PROCESSING_TAKES_S} seconds', later_state, later_code
    from executed where state = 'processing' and later_state is not null)`;

/** What it came to for an order that was executed just now. */
export const executedNow = (executed: OrderRow): Authorised =>
  executed.quirk === "lost" ? { kind: "lost" } : { kind: "order", order: executed };
