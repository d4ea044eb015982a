import { findOpen, type From as ListFrom } from "@flowlix/engine";
import type { Scope } from "@flowlix/contracts";
import { query, settledUntilSql, type Pool } from "@flowlix/persistence";
import { isTerminal } from "../lifecycle/refund-lifecycle.ts";
import { ROW_COLUMNS } from "../refund/refund-columns.ts";
import type { RefundRow } from "../refund/refund.entity.ts";
import { beforeGapSql } from "./gap.ts";

/** From where a page begins, by the place of a Refund among those of its Payment. */
export type From = ListFrom<number>;

export interface WantedRefunds {
  readonly scope: Scope;
  readonly payment_id: string;
  readonly limit: number;
  /** Null begins with the newest. */
  readonly from: From | null;
}

/** Reads of one indexed statement each, within a merchant's mode; rows that prevent one are not there. */
export interface RefundsReads {
  get(scope: Scope, id: string): Promise<RefundRow | null>;
  /** Of these ids, of any merchant, those whose Refund may still change. */
  open(ids: readonly string[]): Promise<string[]>;
  /** From where a Refund of the Payment stands; null where it has none of that id. */
  from(scope: Scope, paymentId: string, id: string, going: From["going"]): Promise<From | null>;
  /** The rows of a page and one more: newest first, or oldest first when going to newer ones, before the first gap. */
  page(wanted: WantedRefunds): Promise<RefundRow[]>;
}

const IN_SCOPE = `r.merchant_id = $2 and r.livemode = $3 and r.status <> 'VOIDED'`;

export function createRefundsReads(read: Pool): RefundsReads {
  return {
    get: async (scope, id) => {
      const rows = await query<RefundRow>(read, {
        name: "refunds_get",
        text: `select ${ROW_COLUMNS} from refunds.refunds as r where r.id = $1 and ${IN_SCOPE}`,
        values: [id, scope.merchant_id, scope.livemode],
      });
      return rows[0] ?? null;
    },
    open: (ids) => findOpen<RefundRow>(read, { owner: "refunds", isTerminal }, ids),
    from: async (scope, paymentId, id, going) => {
      const [found] = await query<{ position: number; settled_until: string }>(read, {
        name: `refunds_position_${going}`,
        text: `select r.position, ${going === "newer" ? settledUntilSql("refunds.refunds") : "null"} as settled_until
                 from refunds.refunds as r where r.id = $1 and ${IN_SCOPE} and r.payment_id = $4`,
        values: [id, scope.merchant_id, scope.livemode, paymentId],
      });
      if (found === undefined) return null;
      const { position, settled_until: settledUntil } = found;
      return going === "newer" ? { going, position, settledUntil } : { going, position };
    },
    page: ({ scope, payment_id, limit, from }) => {
      const asked = [payment_id, scope.merchant_id, scope.livemode, from?.position ?? null, limit + 1];
      const newer = from?.going === "newer";
      return query<RefundRow>(read, {
        name: newer ? "refunds_page_newer" : "refunds_page",
        text: `select ${ROW_COLUMNS} from refunds.refunds as r
                where r.payment_id = $1 and ${IN_SCOPE}
                  and ${newer ? `r.position > $4 and ${beforeGapSql("$4", "$6")}` : "($4::bigint is null or r.position < $4)"}
                order by r.position ${newer ? "asc" : "desc"} limit $5`,
        values: newer ? [...asked, from.settledUntil] : asked,
      });
    },
  };
}
