import { listAudit } from "@flowlix/persistence";
import type { AuditEntry } from "@flowlix/contracts";
import type { DataSource } from "typeorm";
import type { Offering } from "../offering.ts";
import { Refusal } from "../store/refusal.ts";
import { integerArg } from "./control-request.ts";
import type { ControlRoute } from "./control-server.ts";

const LIST = { min: 1, max: 1_000, default: 100 };
const CALL_TIMEOUT_MS = 5_000;

export interface AuditRouteDeps {
  readonly db: DataSource;
  /** Owners that keep an audit log of their own, by name. */
  readonly auditOwners: Offering<"listAudit">;
}

/** What could be read of the logs of all owners, and whose could not. */
export interface AuditAnswer {
  readonly entries: readonly AuditEntry[];
  /** Services whose acts are not among the entries because they do not answer. */
  readonly missing: readonly string[];
}

/** The latest administrative acts of every owner, newest first; an owner that is away hides no other's. */
export function auditRoutes({ db, auditOwners }: AuditRouteDeps): readonly ControlRoute[] {
  return [
    {
      method: "GET",
      path: "/audit",
      handle: async (request): Promise<AuditAnswer> => {
        const limit = integerArg(request, "limit", LIST);
        const call = { requestId: request.requestId, timeoutMs: CALL_TIMEOUT_MS };
        const own = () => listAudit(db, { service: "api-gateway", schema: "gateway" }, limit);
        const others = Object.entries(auditOwners).map(
          ([service, owner]) =>
            [service, async () => (await owner.listAudit({ limit }, call)).entries] as const,
        );
        const logs = [["api-gateway", own] as const, ...others];
        const read = await Promise.all(
          logs.map(async ([service, list]) => ({
            service,
            entries: await list().catch(() => null),
          })),
        );
        const missing = read.filter(({ entries }) => entries === null).map(({ service }) => service);
        if (missing.length === read.length)
          throw new Refusal("unavailable", "no service that keeps an audit log answers");
        const entries = read
          .flatMap((log) => log.entries ?? [])
          .toSorted((a, b) => b.at - a.at)
          .slice(0, limit);
        return { entries, missing };
      },
    },
  ];
}
