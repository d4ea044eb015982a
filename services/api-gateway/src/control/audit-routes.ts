import { listAudit } from "@flowlix/persistence";
import type { DataSource } from "typeorm";
import type { PaymentsClient } from "../handlers/create-payment.ts";
import { integerArg } from "./control-request.ts";
import type { ControlRoute } from "./control-server.ts";

const LIST = { min: 1, max: 1_000, default: 100 };
const CALL_TIMEOUT_MS = 5_000;

export interface AuditRouteDeps {
  readonly db: DataSource;
  readonly payments: PaymentsClient;
}

/** The latest administrative acts of every owner, newest first. */
export function auditRoutes({ db, payments }: AuditRouteDeps): readonly ControlRoute[] {
  return [
    {
      method: "GET",
      path: "/audit",
      handle: async (request) => {
        const limit = integerArg(request, "limit", LIST);
        const call = { requestId: request.requestId, timeoutMs: CALL_TIMEOUT_MS };
        const [own, others] = await Promise.all([
          listAudit(db, { service: "api-gateway", schema: "gateway" }, limit),
          payments.listAudit({ limit }, call),
        ]);
        return { entries: [...own, ...others.entries].sort((a, b) => b.at - a.at).slice(0, limit) };
      },
    },
  ];
}
