import { OPEN_STATUSES } from "@flowlix/contracts";
import type { Pool } from "pg";
import { claimedSql, createDueStore, LEASE_SQL, type DueObject, type DueStore } from "@flowlix/engine";
import type { PaymentRow } from "../payment/payment.entity.ts";
import { NOW_MS, query } from "@flowlix/persistence";
import { ROW_COLUMNS } from "../payment/payment-columns.ts";
import type { SeenPayment } from "../payment/payments-store.ts";

/** A Payment claimed for a status sync; `leased_until` names the claim. */
export type DuePayment = DueObject<PaymentRow>;

/**
 * One that a payer waits for, and after how many milliseconds the jobs were to read it; less than 0 where they are
 * late.
 */
export type PayersPayment = DuePayment & { readonly due_in_ms: number };

/**
 * At most one provider read a second per Payment for all callers (docs/design/architecture.md#3d-secure-return).
 */
const SYNC_EVERY_MS = 1_000;

const TABLE = {
  owner: "payments",
  alias: "p",
  columns: ROW_COLUMNS,
  alsoSet: "last_look_at = platform.clock()",
} as const;

const OPEN = OPEN_STATUSES.map((status) => `'${status}'`).join(", ");

/** Why an order is closed: its Payment can come to nothing any more, or the customer's time is over. */
export type ClosingCause = "given up" | "time over";

export interface SyncStore extends DueStore<PaymentRow> {
  /**
   * Claims one Payment that is not terminal; null where it has just been synced. It is no try
   * of the schedule's: a payer who reloads must not make the next status sync come later. What an ended one is still to
   * be asked, no payer waits for.
   */
  claimOne(id: string): Promise<PayersPayment | null>;
  /**
   * Bars submissions from a row that is about to be closed; null where its version has moved on, where a submission may
   * still be sent, or where the customer's time is not over and that was the cause. The first one begins to count its
   * tries.
   */
  claimClosing(id: string, version: number, cause: ClosingCause): Promise<SeenPayment | null>;
}

export function createSyncStore(background: Pool): SyncStore {
  return {
    ...createDueStore<PaymentRow>(background, TABLE),
    claimOne: async (id) => {
      const rows = await query<PayersPayment>(background, {
        name: "payments_claim_one",
        text: `update payments.payments as p set ${LEASE_SQL}, ${TABLE.alsoSet}
                 from (select one.id, one.next_look_at from payments.payments as one
                        where one.id = $1 and one.next_look_at is not null and one.status in (${OPEN})
                          and (one.last_look_at is null
                               or one.last_look_at <= platform.clock() - ${SYNC_EVERY_MS} * interval '1 ms')
                          for update) as was
                where p.id = was.id
            returning ${claimedSql(TABLE)},
                      (extract(epoch from was.next_look_at - platform.clock()) * 1000)::float8 as due_in_ms`,
        values: [id],
      });
      return rows[0] ?? null;
    },
    claimClosing: async (id, version, cause) => {
      const rows = await query<SeenPayment>(background, {
        name: "payments_claim_closing",
        text: `update payments.payments as p set expiring = true, version = p.version + 1,
                      look_count = case when p.expiring then p.look_count else 1 end
                where p.id = $1 and p.version = $2
                  and (p.submit_until is null or p.submit_until <= platform.clock())
                  and case p.status when 'REQUIRES_ACTION' then $3 = 'given up' or p.action_expires_at <= platform.clock()
                                    else p.status in ('PENDING', 'PROCESSING') end
            returning ${ROW_COLUMNS}, ${NOW_MS} as now_ms`,
        values: [id, version, cause],
      });
      return rows[0] ?? null;
    },
  };
}
