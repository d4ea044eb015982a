import type { payoutsContract, Params, Result } from "@flowlix/contracts";
import { listOpenObjects, query, type Pool } from "@flowlix/persistence";
import { NOW_MS, ROW_COLUMNS } from "../payout/payout-columns.ts";
import type { SeenPayout } from "../payout/payouts-store.ts";

/** A Payout claimed for a look; `leased_until` names the claim. */
export type DuePayout = SeenPayout & { readonly leased_until: string };

/** A look that dies leaves its object to the next one after this long. */
const LOOK_LEASE_MS = 60_000;

type Contract = typeof payoutsContract;

export interface LooksStore {
  /** Which have not ended and so are looked at again, of every merchant, oldest first. */
  listOpen(asked: Params<Contract, "listOpen">): Promise<Result<Contract, "listOpen">>;
  claimDue(limit: number): Promise<DuePayout[]>;
  /** Sets the next look, unless something made the Payout due again meanwhile. */
  reschedule(due: DuePayout, inMs: number | null): Promise<void>;
}

export function createLooksStore(background: Pool): LooksStore {
  return {
    listOpen: (asked) => listOpenObjects(background, { kind: "payout", table: "payouts.payouts" }, asked),
    claimDue: (limit) =>
      query<DuePayout>(background, {
        name: "payouts_claim_due",
        text: `update payouts.payouts as p
                  set next_look_at = platform.clock() + ${LOOK_LEASE_MS} * interval '1 ms', look_count = p.look_count + 1
                where p.id = any (array(select due.id from payouts.payouts as due
                                         where due.next_look_at <= (select platform.clock())
                                         order by due.next_look_at limit $1 for update skip locked))
            returning ${ROW_COLUMNS}, ${NOW_MS} as now_ms, p.next_look_at::text as leased_until`,
        values: [limit],
      }),
    reschedule: async (due, inMs) => {
      await query(background, {
        name: "payouts_reschedule",
        text: `update payouts.payouts as p set next_look_at = platform.clock() + $3 * interval '1 ms'
                where p.id = $1 and p.next_look_at = $2::timestamptz`,
        values: [due.id, due.leased_until, inMs],
      });
    },
  };
}
