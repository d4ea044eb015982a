import type { AuditEntry, ExceptionRecord, ParkedEvent, TaskStatus } from "@flowlix/contracts";
import type { Journal } from "@flowlix/ledger";
import { listAudit } from "@flowlix/persistence";
import type { Provider } from "@flowlix/provider";
import { DomainError } from "@flowlix/runtime";
import type { SentAccounts } from "../accounts/accounts.ts";
import { checkAccount, type AccountCheck } from "../accounts/check-account.ts";
import { acceptCallback } from "../callbacks/accept-callback.ts";
import type { Callback, EndedAsked } from "../callbacks/callbacks-store.ts";
import { acceptCallbacks, type AskedCallbacks } from "../evidence/accept-callbacks.ts";
import { verifyEnds } from "../callbacks/verify-ends.ts";
import { noteException, type ExceptionNote } from "../exceptions/note-exception.ts";
import type { ParkedRelease } from "../outbox/parked-store.ts";
import type { OpenList, OpenQuestion } from "../status-sync/open-objects.ts";
import type { Traced } from "../trace/trace-objects.ts";
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
  acceptCallbacks(asked: AskedCallbacks): Promise<{ accepted: boolean }>;
  keepAcquirerAccounts(asked: SentAccounts): Promise<{ change: number }>;
  checkAcquirerAccount(asked: { readonly account_id: string }): Promise<AccountCheck>;
  haveEnded(asked: { readonly ids: readonly string[] }): Promise<{ ended: string[] }>;
  verifyEnds(asked: EndedAsked): Promise<{ due: number }>;
  listOpen(asked: OpenQuestion): Promise<OpenList>;
  listJobs(): Promise<{ tasks: TaskStatus[] }>;
  listAnomalies(asked: {
    readonly open_only: boolean;
    readonly limit: number;
  }): Promise<{ anomalies: ExceptionRecord[] }>;
  noteAnomaly(note: ExceptionNote): Promise<ExceptionRecord>;
  listAudit(asked: { readonly limit: number }): Promise<{ entries: AuditEntry[] }>;
  traceObjects(asked: { readonly ids: readonly string[] }): Promise<Traced>;
  listParked(asked: { readonly limit: number }): Promise<{ parked: ParkedEvent[]; has_more: boolean }>;
  showParked(asked: { readonly event_id: string }): Promise<ParkedEvent & { readonly payload: string }>;
  releaseParked(asked: ParkedRelease): Promise<{ event_id: string; object_id: string; released: number }>;
  health(): Promise<{ database: boolean; degraded: string[] }>;
}

/** The actions that every owner has, each its own file (docs/design/architecture.md#contracts). */
export function ownerActions(
  { name, deps, pools, journal, parked, trace, acquirers, accounts, listJobs, health }: Owner,
  { reads, syncs, isDegraded }: OwnerActionParts,
): OwnerActions {
  return {
    acceptCallback: (callback) => acceptCallback(deps, callback),
    acceptCallbacks: async (asked) => {
      await acceptCallbacks(deps, name, asked);
      return { accepted: true };
    },
    keepAcquirerAccounts: (asked) => accounts.accounts.keep(asked),
    checkAcquirerAccount: ({ account_id: id }) => checkAccount(name, accounts, id),
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
    traceObjects: ({ ids }) => trace(ids),
    listParked: ({ limit }) => parked.list(limit),
    showParked: async ({ event_id }) => found(await parked.show(event_id), event_id),
    releaseParked: async (asked) => ({
      event_id: asked.event_id,
      ...found(await parked.release(asked), asked.event_id),
    }),
    ...journal,
    health: async () => {
      const { database, degraded } = await health();
      return {
        database,
        degraded: [
          ...new Set(
            acquirers
              .all()
              .filter(isDegraded)
              .map(({ name: of }) => of),
          ),
          ...degraded,
        ],
      };
    },
  };
}

function found<T>(one: T | null, eventId: string): T {
  if (one === null) throw new DomainError("object_not_found", { param: eventId });
  return one;
}
