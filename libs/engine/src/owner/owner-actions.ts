import type { ExceptionRecord, AuditEntry, TaskStatus } from "@flowlix/contracts";
import type { Journal } from "@flowlix/ledger";
import { listAudit } from "@flowlix/persistence";
import type { Provider } from "@flowlix/provider";
import { acceptCallback } from "../callbacks/accept-callback.ts";
import type { Callback } from "../callbacks/callbacks-store.ts";
import { verifyEnds } from "../callbacks/verify-ends.ts";
import { noteException, type ExceptionNote } from "../exceptions/note-exception.ts";
import type { OpenList, OpenQuestion } from "../status-sync/open-objects.ts";
import { haveEnded } from "./have-ended.ts";
import type { Owner } from "./start-owner.ts";

/** What the actions that every owner has ask of its own parts. */
export interface OwnerActionParts {
  readonly reads: { open(ids: readonly string[]): Promise<readonly string[]> };
  readonly syncs: { listOpen(asked: OpenQuestion): Promise<OpenList> };
  /** Whether an acquirer refuses this owner's calls now. */
  readonly isDegraded: (acquirer: Provider) => boolean;
}

export interface OwnerActions extends Journal {
  acceptCallback(callback: Callback): Promise<{ accepted: boolean }>;
  haveEnded(asked: { readonly ids: readonly string[] }): Promise<{ ended: string[] }>;
  verifyEnds(asked: {
    readonly livemode: boolean;
    readonly ids: readonly string[];
  }): Promise<{ due: number }>;
  listOpen(asked: OpenQuestion): Promise<OpenList>;
  listJobs(): Promise<{ tasks: TaskStatus[] }>;
  listAnomalies(asked: {
    readonly open_only: boolean;
    readonly limit: number;
  }): Promise<{ anomalies: ExceptionRecord[] }>;
  noteAnomaly(note: ExceptionNote): Promise<ExceptionRecord>;
  listAudit(asked: { readonly limit: number }): Promise<{ entries: AuditEntry[] }>;
  health(): Promise<{ database: boolean; degraded: string[] }>;
}

/** The actions that every owner has, each its own file (docs/design/architecture.md#contracts). */
export function ownerActions(
  { name, deps, pools, journal, acquirers, listJobs, health }: Owner,
  { reads, syncs, isDegraded }: OwnerActionParts,
): OwnerActions {
  return {
    acceptCallback: (callback) => acceptCallback(deps, callback),
    haveEnded: (asked) => haveEnded({ reads }, asked),
    verifyEnds: (asked) => verifyEnds(deps, asked),
    listOpen: (asked) => syncs.listOpen(asked),
    listJobs: async () => ({ tasks: await listJobs() }),
    listAnomalies: async ({ open_only, limit }) => ({
      anomalies: await deps.exceptions.list(open_only, limit),
    }),
    noteAnomaly: (note) => noteException(deps, note),
    listAudit: async ({ limit }) => ({
      entries: await listAudit(pools.dataSource, { service: name, schema: name }, limit),
    }),
    ...journal,
    health: async () => {
      const { database, degraded } = await health();
      return {
        database,
        degraded: [...acquirers.all.filter(isDegraded).map(({ name: of }) => of), ...degraded],
      };
    },
  };
}
