import { databaseIsAway } from "@flowlix/persistence";
import { beginAtZero, implement, type Metrics, type ServiceSchema } from "@flowlix/runtime";
import {
  idempotencyContract,
  IDS_OF_CALL_MAX,
  type Result,
  type TaskStatus,
  type TraceEntry,
} from "@flowlix/contracts";
import { begin } from "./begin.ts";
import { complete } from "./complete.ts";
import { find } from "./find.ts";
import type { RecordsStore } from "./records-store.ts";

export interface IdempotencyDeps {
  readonly store: RecordsStore;
  readonly metrics: Metrics;
  readonly listJobs: () => Promise<TaskStatus[]>;
  readonly traceKeys: (ids: readonly string[]) => Promise<TraceEntry[]>;
  /**
   * How long done records are kept; open and held ones stay until their object is terminal
   * (docs/design/decisions.md#retention).
   */
  readonly retentionMs: number;
  readonly health: () => Promise<Result<typeof idempotencyContract, "health">>;
}

export function idempotencyService(deps: IdempotencyDeps): ServiceSchema {
  const { store, metrics, retentionMs, listJobs } = deps;
  const requests = metrics.counter("idempotency_requests_total", "Keys begun, by what was found", ["result"]);
  beginAtZero(requests, { result: ["proceed", "resumed", "replay", "reused", "in_use"] });
  return implement(
    idempotencyContract,
    {
      begin: async (params) => {
        const result = await begin(store, params);
        requests.inc({ result: result.kind === "proceed" && result.resumed ? "resumed" : result.kind });
        return result;
      },
      find: (params) => find(store, params),
      complete: (params) => complete(store, params),
      hold: async (params) => ({ held: await store.hold(params, params.token) }),
      release: async (params) => ({ released: await store.release(params, params.token) }),
      listJobs: async () => ({ tasks: await listJobs() }),
      listUnfinished: async ({ after, limit }) => ({
        keys: await store.listUnfinished(retentionMs, after, limit),
      }),
      forgetUnfinished: async ({ keys }) => ({ forgotten: await store.forgetUnfinished(retentionMs, keys) }),
      listClearNames: ({ after }) => store.listClearNames(after, IDS_OF_CALL_MAX),
      renameKeys: ({ keys }) => store.renameKeys(keys),
      traceKeys: async ({ ids }) => ({ entries: await deps.traceKeys(ids) }),
      health: () => deps.health(),
    },
    { isOutage: databaseIsAway },
  );
}
