import type { Pool } from "pg";
import type { paymentsContract, Params, Result } from "@flowlix/contracts";
import { listOpenObjects, query } from "@flowlix/persistence";
import { NOW_MS, ROW_COLUMNS } from "../payment/payment-columns.ts";
import type { SeenPayment } from "../payment/payments-store.ts";

/** A Payment claimed for a look; `leased_until` names the claim. */
export type DuePayment = SeenPayment & { readonly leased_until: string };

/** A look that dies leaves its object to the next one after this long. */
const LOOK_LEASE_MS = 60_000;
/** At most one provider read a second per Payment, whoever asks for it (architecture §6). */
const LOOK_EVERY_MS = 1_000;

const CLAIM = `next_look_at = platform.clock() + ${LOOK_LEASE_MS} * interval '1 ms', last_look_at = platform.clock()`;
const CLAIMED = `${ROW_COLUMNS}, ${NOW_MS} as now_ms, p.next_look_at::text as leased_until`;

/** Why an order is closed: its Payment can come to nothing any more, or the customer's time is over. */
export type ClosingCause = "given up" | "time over";

type Contract = typeof paymentsContract;

export interface LooksStore {
  /** Which have not ended and so are looked at again, of every merchant, oldest first. */
  listOpen(asked: Params<Contract, "listOpen">): Promise<Result<Contract, "listOpen">>;
  claimDue(limit: number): Promise<DuePayment[]>;
  /**
   * Claims one Payment that is not terminal for whoever asks; null where somebody has just looked. It is
   * no try of the schedule's: a payer who reloads must not make the next look come later.
   */
  claimOne(id: string): Promise<DuePayment | null>;
  /** Sets the next look, unless something made the Payment due again meanwhile. */
  reschedule(due: DuePayment, inMs: number | null): Promise<void>;
  /**
   * Bars submissions from a row that is about to be closed; null where its version has moved on, where a
   * submission may still be sent, or where the customer's time is not over and that was the cause.
   */
  claimClosing(id: string, version: number, cause: ClosingCause): Promise<SeenPayment | null>;
}

export function createLooksStore(background: Pool): LooksStore {
  return {
    listOpen: (asked) => listOpenObjects(background, { kind: "payment", table: "payments.payments" }, asked),
    claimDue: (limit) =>
      query<DuePayment>(background, {
        name: "payments_claim_due",
        text: `update payments.payments as p set ${CLAIM}, look_count = p.look_count + 1
                where p.id = any (array(select due.id from payments.payments as due
                                         where due.next_look_at <= (select platform.clock())
                                         order by due.next_look_at limit $1 for update skip locked))
            returning ${CLAIMED}`,
        values: [limit],
      }),
    claimOne: async (id) => {
      const rows = await query<DuePayment>(background, {
        name: "payments_claim_one",
        text: `update payments.payments as p set ${CLAIM}
                where p.id = $1 and p.next_look_at is not null
                  and (p.last_look_at is null or p.last_look_at <= platform.clock() - ${LOOK_EVERY_MS} * interval '1 ms')
            returning ${CLAIMED}`,
        values: [id],
      });
      return rows[0] ?? null;
    },
    reschedule: async (due, inMs) => {
      await query(background, {
        name: "payments_reschedule",
        text: `update payments.payments as p set next_look_at = platform.clock() + $3 * interval '1 ms'
                where p.id = $1 and p.next_look_at = $2::timestamptz`,
        values: [due.id, due.leased_until, inMs],
      });
    },
    claimClosing: async (id, version, cause) => {
      const rows = await query<SeenPayment>(background, {
        name: "payments_claim_closing",
        text: `update payments.payments as p set expiring = true, version = p.version + 1
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
