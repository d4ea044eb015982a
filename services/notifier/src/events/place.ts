import type { OutboxRow } from "@flowlix/contracts";
import { settledUntilSql } from "@flowlix/persistence";

/**
 * Lists are in the order in which events happened, as far as they are told within this time, which relays keep unless
 * they are held up; what is told later stands where it came in, so that nobody who follows has passed its place.
 */
const TOLD_WITHIN = "interval '2 s'";

/** The place of an event of that alias; the expression of the index `events_in_order`. */
export const placeSql = (event: string) => `coalesce(${event}.listed_at, ${event}.created_at)`;

/** `listed_at` of an event that happened then and is accepted at the turn's time; null where it stands where it happened. */
export const listedAtSql = (happened: string, turnAt: string) => `
  nullif(least(greatest(${happened}, ${turnAt} - ${TOLD_WITHIN}), ${turnAt}), ${happened})`;

/**
 * The place before which nothing can come in any more, as text. An event that is accepted later, or is accepted and not
 * committed, has its turn after the moment up to which the table is settled.
 */
export const settledPlaceSql = `(${settledUntilSql("notifier.events")}::timestamptz - ${TOLD_WITHIN})::text`;

/** The public event begins with its id, its type and the second that everybody is shown. */
const SHOWN = /"created_at":(\d{1,11})[,}]/;
const SHOWN_WITHIN = 200;

/**
 * When an event happened, in ms of Unix time, from what its owner told: `created_at_ms` is when it was recorded, and the
 * payload shows a second. The two can be a moment apart; the list is to agree with what it shows. Read here and not in
 * SQL, where the same expression cost more processor time than storing the event.
 */
export function happenedMs({ created_at_ms, payload }: Pick<OutboxRow, "created_at_ms" | "payload">): number {
  const shown = SHOWN.exec(payload.slice(0, SHOWN_WITHIN))?.[1];
  if (shown === undefined) return created_at_ms;
  const secondMs = Number(shown) * 1_000;
  return Math.max(secondMs, Math.min(created_at_ms, secondMs + 999));
}
