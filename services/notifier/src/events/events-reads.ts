import type { Pool } from "pg";
import type { Scope } from "@flowlix/contracts";
import { query } from "@flowlix/persistence";

/** Rows on the far side of a position; null begins with the newest. */
export type From<Position> = { readonly position: Position; readonly going: "older" | "newer" } | null;

export interface WantedEvents {
  readonly scope: Scope;
  readonly limit: number;
  readonly from: From<number>;
}

/** Payloads as they are kept. */
export interface EventsReads {
  get(scope: Scope, id: string): Promise<string | null>;
  /** Where an event of the mode stands; null where it has none of that id. */
  position(scope: Scope, id: string): Promise<number | null>;
  /** Those of a page and one more: newest first, or oldest first when going to newer ones. */
  page(wanted: WantedEvents): Promise<string[]>;
}

export function createEventsReads(read: Pool): EventsReads {
  return {
    get: async (scope, id) => {
      const rows = await query<{ payload: string }>(read, {
        name: "notifier_event",
        text: `select v.payload from notifier.events as v where v.id = $1 and v.merchant_id = $2 and v.livemode = $3`,
        values: [id, scope.merchant_id, scope.livemode],
      });
      return rows[0]?.payload ?? null;
    },
    position: async (scope, id) => {
      const rows = await query<{ seq: number }>(read, {
        name: "notifier_event_position",
        text: `select v.seq from notifier.events as v where v.id = $1 and v.merchant_id = $2 and v.livemode = $3`,
        values: [id, scope.merchant_id, scope.livemode],
      });
      return rows[0]?.seq ?? null;
    },
    page: async ({ scope, limit, from }) => {
      const newer = from?.going === "newer";
      const rows = await query<{ payload: string }>(read, {
        name: newer ? "notifier_events_newer" : "notifier_events",
        text: `select v.payload from notifier.events as v
                where v.merchant_id = $1 and v.livemode = $2 and ($3::bigint is null or v.seq ${newer ? ">" : "<"} $3)
                order by v.seq ${newer ? "asc" : "desc"} limit $4`,
        values: [scope.merchant_id, scope.livemode, from?.position ?? null, limit + 1],
      });
      return rows.map(({ payload }) => payload);
    },
  };
}
