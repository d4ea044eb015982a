import type { refundsContract, Params, Result } from "@flowlix/contracts";
import { listOpenObjects, query, type Pool } from "@flowlix/persistence";
import { NOW_MS, ROW_COLUMNS } from "../refund/refund-columns.ts";
import type { SeenRefund } from "../refund/refunds-store.ts";

/** A Refund claimed for a look; `leased_until` names the claim. */
export type DueRefund = SeenRefund & { readonly leased_until: string };

/** A look that dies leaves its object to the next one after this long. */
const LOOK_LEASE_MS = 60_000;

type Contract = typeof refundsContract;

export interface LooksStore {
  /** Which have not ended and so are looked at again, of every merchant, oldest first. */
  listOpen(asked: Params<Contract, "listOpen">): Promise<Result<Contract, "listOpen">>;
  claimDue(limit: number): Promise<DueRefund[]>;
  /** Sets the next look, unless something made the Refund due again meanwhile. */
  reschedule(due: DueRefund, inMs: number | null): Promise<void>;
}

export function createLooksStore(background: Pool): LooksStore {
  return {
    listOpen: (asked) => listOpenObjects(background, { kind: "refund", table: "refunds.refunds" }, asked),
    claimDue: (limit) =>
      query<DueRefund>(background, {
        name: "refunds_claim_due",
        text: `update refunds.refunds as r
                  set next_look_at = platform.clock() + ${LOOK_LEASE_MS} * interval '1 ms', look_count = r.look_count + 1
                where r.id = any (array(select due.id from refunds.refunds as due
                                         where due.next_look_at <= (select platform.clock())
                                         order by due.next_look_at limit $1 for update skip locked))
            returning ${ROW_COLUMNS}, ${NOW_MS} as now_ms, r.next_look_at::text as leased_until`,
        values: [limit],
      }),
    reschedule: async (due, inMs) => {
      await query(background, {
        name: "refunds_reschedule",
        text: `update refunds.refunds as r set next_look_at = platform.clock() + $3 * interval '1 ms'
                where r.id = $1 and r.next_look_at = $2::timestamptz`,
        values: [due.id, due.leased_until, inMs],
      });
    },
  };
}
