import { listAudit } from "@flowlix/persistence";
import type { AuditEntry, Missing } from "@flowlix/contracts";
import type { Logger } from "@flowlix/runtime";
import type { DataSource } from "typeorm";
import type { Offering } from "../offering.ts";
import { askAny } from "./ask-each.ts";
import { integerArg, type ControlRequest } from "./control-request.ts";
import type { ControlRoute } from "./control-server.ts";

const LIST = { min: 1, max: 1_000, default: 100 };
const CALL_TIMEOUT_MS = 5_000;

export interface AuditRouteDeps {
  readonly db: DataSource;
  readonly logger: Logger;
  /** Owners that keep an audit log of their own, by name. */
  readonly auditOwners: Offering<"listAudit">;
}

/** What could be read of the logs of all owners, and whose could not. */
export interface AuditAnswer extends Missing {
  readonly entries: readonly AuditEntry[];
}

/** The latest administrative acts of every owner, newest first; an owner that is away hides no other's. */
export function auditRoutes({ auditOwners, ...deps }: AuditRouteDeps): readonly ControlRoute[] {
  return [
    {
      method: "GET",
      path: "/audit",
      handle: async (request): Promise<AuditAnswer> => {
        const limit = integerArg(request, "limit", LIST);
        const call = { requestId: request.requestId, timeoutMs: CALL_TIMEOUT_MS };
        const own = async () => ({ entries: await ownEntries(deps, request, limit) });
        const others = Object.entries(auditOwners).map(
          ([service, owner]) => [service, () => owner.listAudit({ limit }, call)] as const,
        );
        const logs = Object.fromEntries([["api-gateway", own] as const, ...others]);
        const { answers, missing, failed } = await askAny(logs, request.requestId, (list) => list());
        const entries = answers
          .flatMap((log) => log.entries)
          .toSorted((a, b) => b.at - a.at)
          .slice(0, limit);
        return { entries, missing, failed };
      },
    },
  ];
}

/** A failure is logged as the other owners log theirs: an operator finds it by the request's id. */
async function ownEntries(
  { db, logger }: Pick<AuditRouteDeps, "db" | "logger">,
  { requestId }: ControlRequest,
  limit: number,
): Promise<readonly AuditEntry[]> {
  try {
    return await listAudit(db, { service: "api-gateway", schema: "gateway" }, limit);
  } catch (error) {
    logger.error({ err: error, request_id: requestId }, "the gateway's own acts could not be read");
    throw error;
  }
}
