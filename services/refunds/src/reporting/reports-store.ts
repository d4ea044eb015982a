import { query, repeatLost, type Pool } from "@flowlix/persistence";
import { ROW_COLUMNS } from "../refund/refund-columns.ts";
import type { RefundRow } from "../refund/refund.entity.ts";

/** Reports to the owners of Payments, until they acknowledge them. */
export interface ReportsStore {
  /** Claims Refunds whose Payment's owner has not acknowledged their version; each comes again, ever later. */
  claimUnreported(limit: number): Promise<RefundRow[]>;
  /** The Payment's owner has taken this version over, or a later one. */
  acknowledge(id: string, version: number): Promise<void>;
  countUnreported(): Promise<number>;
}

/** Doubles from a second to a minute. */
const AGAIN = `platform.clock() + least(60, power(2, least(r.tell_count, 6))) * interval '1 s'`;

/** `onAcknowledged`: the events of an acknowledged version may leave now. */
export function createReportsStore(
  hot: Pool,
  background: Pool,
  onAcknowledged: () => void = () => {},
): ReportsStore {
  return {
    claimUnreported: (limit) =>
      query<RefundRow>(background, {
        name: "refunds_claim_untold",
        text: `update refunds.refunds as r set tell_at = ${AGAIN}, tell_count = r.tell_count + 1
                where r.id = any (array(select due.id from refunds.refunds as due
                                         where due.tell_at <= (select platform.clock())
                                         order by due.tell_at limit $1 for update skip locked))
            returning ${ROW_COLUMNS}`,
        values: [limit],
      }),
    acknowledge: (id, version) =>
      repeatLost(async () => {
        await query(hot, {
          name: "refunds_acknowledge",
          text: `update refunds.refunds as r
                    set acknowledged_version = $2, tell_at = case when r.version = $2 then null else r.tell_at end
                  where r.id = $1 and r.acknowledged_version < $2 and r.version >= $2`,
          values: [id, version],
        });
        onAcknowledged();
      }),
    countUnreported: async () => {
      const [row] = await query<{ unreported: number }>(background, {
        name: "refunds_count_untold",
        text: `select count(*) as unreported from refunds.refunds as r where r.tell_at is not null`,
        values: [],
      });
      return row?.unreported ?? 0;
    },
  };
}
