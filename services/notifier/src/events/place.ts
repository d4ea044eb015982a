import type { OutboxRow } from "@flowlix/contracts";
import { settledUntilSql } from "@flowlix/persistence";

/**
 * Lists are in the order in which events happened, as far as relays hand them over within this time. An event that
 * comes later stands where it came in, so that no client that follows the list has passed its place.
 */
const IN_ORDER_WITHIN = "interval '2 s'";

/** The place of an event of that alias; the expression of the index `events_in_order`. */
export const placeSql = (event: string) => `coalesce(${event}.listed_at, ${event}.created_at)`;

/**
 * `listed_at` of an event that happened at one time and is accepted at another; null where it stands where it happened.
 */
export const listedAtSql = (happened: string, acceptedAt: string) => `
  nullif(least(greatest(${happened}, ${acceptedAt} - ${IN_ORDER_WITHIN}), ${acceptedAt}), ${happened})`;

/**
 * The place before which nothing can come in any more, as text. An event that is accepted later, or is not committed
 * yet, is accepted after the moment up to which the table is settled.
 */
export const settledPlaceSql = `(${settledUntilSql("notifier.events")}::timestamptz - ${IN_ORDER_WITHIN})::text`;

/** The public event begins with its id, its type and the second that everybody is shown. */
const SHOWN = /"created_at":(\d{1,11})[,}]/;
const SHOWN_WITHIN = 200;

/**
 * When an event happened, in ms of Unix time, as its owner said: `created_at_ms` is when it was recorded, and the
 * payload shows a second. The two can be a moment apart, and a list must agree with what it shows. It is read here
 * since the same expression in SQL cost more processor time than storing the event.
 */
export function happenedMs({ created_at_ms, payload }: Pick<OutboxRow, "created_at_ms" | "payload">): number {
  const shown = SHOWN.exec(payload.slice(0, SHOWN_WITHIN))?.[1];
  if (shown === undefined) return created_at_ms;
  const secondMs = Number(shown) * 1_000;
  return Math.max(secondMs, Math.min(created_at_ms, secondMs + 999));
}
