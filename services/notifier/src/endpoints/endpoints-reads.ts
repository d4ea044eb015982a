import type { Pool } from "pg";
import type { Scope, WebhookEndpoint } from "@flowlix/contracts";
import { query } from "@flowlix/persistence";
import type { From } from "../events/events-reads.ts";
import { viewOf, VIEW_COLUMNS } from "./endpoint-view.ts";

export interface EndpointsReads {
  /** Whose it is; null where there is no endpoint of that id. */
  scopeOf(id: string): Promise<Scope | null>;
  get(scope: Scope, id: string): Promise<WebhookEndpoint | null>;
  position(scope: Scope, id: string): Promise<number | null>;
  /** Those of a page and one more: newest first, or oldest first when going to newer ones. */
  page(wanted: {
    readonly scope: Scope;
    readonly limit: number;
    readonly from: From<number>;
  }): Promise<WebhookEndpoint[]>;
}

const IN_SCOPE = "e.merchant_id = $1 and e.livemode = $2";

export function createEndpointsReads(read: Pool): EndpointsReads {
  return {
    scopeOf: async (id) => {
      const rows = await query<Scope>(read, {
        name: "notifier_scope_of_endpoint",
        text: `select e.merchant_id, e.livemode from notifier.endpoints as e where e.id = $1`,
        values: [id],
      });
      return rows[0] ?? null;
    },
    get: async (scope, id) => {
      const rows = await query<WebhookEndpoint>(read, {
        name: "notifier_endpoint",
        text: `select ${VIEW_COLUMNS} from notifier.endpoints as e where ${IN_SCOPE} and e.id = $3`,
        values: [scope.merchant_id, scope.livemode, id],
      });
      return rows[0] === undefined ? null : viewOf(rows[0]);
    },
    position: async (scope, id) => {
      const rows = await query<{ seq: number }>(read, {
        name: "notifier_endpoint_position",
        text: `select e.seq from notifier.endpoints as e where ${IN_SCOPE} and e.id = $3`,
        values: [scope.merchant_id, scope.livemode, id],
      });
      return rows[0]?.seq ?? null;
    },
    page: async ({ scope, limit, from }) => {
      const newer = from?.going === "newer";
      const rows = await query<WebhookEndpoint>(read, {
        name: newer ? "notifier_endpoints_newer" : "notifier_endpoints",
        text: `select ${VIEW_COLUMNS} from notifier.endpoints as e
                where ${IN_SCOPE} and ($3::bigint is null or e.seq ${newer ? ">" : "<"} $3)
                order by e.seq ${newer ? "asc" : "desc"} limit $4`,
        values: [scope.merchant_id, scope.livemode, from?.position ?? null, limit + 1],
      });
      return rows.map(viewOf);
    },
  };
}
