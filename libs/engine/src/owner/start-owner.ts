import {
  createJournal,
  journalMetrics,
  journalReads,
  type Journal,
  type JournalTables,
} from "@flowlix/ledger";
import type { paymentsContract, Result, TaskStatus } from "@flowlix/contracts";
import { databaseChecks } from "@flowlix/persistence";
import type { BusProofs, Operation } from "@flowlix/provider";
import {
  DueSlots,
  healthOf,
  type Host,
  type Logger,
  type Loop,
  type Running,
  type ServiceSchema,
  type Tracer,
} from "@flowlix/runtime";
import { createCallbacksStore, type CallbacksStore } from "../callbacks/callbacks-store.ts";
import { createCallsStore, type CallsStore } from "../calls/calls-store.ts";
import { createEvidenceStore, type EvidenceStore } from "../evidence/evidence-store.ts";
import type { ExceptionsStore } from "../exceptions/exceptions-store.ts";
import { ownerExceptions } from "../exceptions/owner-exceptions.ts";
import { createJobs, type Jobs } from "../jobs/jobs.ts";
import { STATUS_SYNCS, type Task } from "../jobs/task.ts";
import { createParkedStore, type ParkedStore } from "../outbox/parked-store.ts";
import type { RelayOptions, Relay } from "../outbox/relay.ts";
import { relayEvents } from "../outbox/relay-events.ts";
import { SYNC_SLOTS } from "../status-sync/begin-syncs.ts";
import { openObjectsMetrics } from "../status-sync/open-objects-metrics.ts";
import { readOpenObjects } from "../status-sync/open-objects.ts";
import { traceObjects, type Traced } from "../trace/trace-objects.ts";
import type { TracedTable } from "../trace/trace-tables.ts";
import type { Acquirers } from "./acquirers.ts";
import { createAcquirers, type OwnerAcquirers } from "./create-acquirers.ts";
import type { OwnerConfig } from "./owner-config.ts";
import { ownerMetrics, type OwnerMetrics } from "./owner-metrics.ts";
import { syncTaskOf, tableOf, type OwnerName } from "./owner-name.ts";
import { openOwnerPools, type OwnerPools, type OwnerPoolsSpec } from "./owner-pools.ts";

/** What an owner declares of itself; its use cases come on top. */
export interface OwnerSpec extends OwnerPoolsSpec {
  /** Of the provider's operations those that may be called here. */
  readonly operations: readonly Operation[];
  /** Statuses that are not final. */
  readonly openStates: readonly string[];
  readonly journal: JournalTables;
  /** What an operator is shown of an object beside what every owner records. */
  readonly traced: TracedTable;
  /** A condition on an event `o` that has to wait for something else before it leaves. */
  readonly eventReady?: RelayOptions["ready"];
}

/** What every owner's use cases work with. */
export interface OwnerDeps {
  readonly callbacks: CallbacksStore;
  /** Callbacks of merchants' accounts at acquirers. */
  readonly evidence: EvidenceStore;
  /** Of evidence that the gateway hands over. */
  readonly proofs: BusProofs;
  readonly calls: Pick<CallsStore, "deleteOld">;
  readonly exceptions: ExceptionsStore;
  readonly logger: Logger;
  /** Absent where no spans are exported. */
  readonly tracer?: Tracer | undefined;
  /** Where status syncs are under way in this process. */
  readonly syncSlots: DueSlots;
  /** Has this process read at once what has just become due. */
  readonly syncSoon: () => void;
  /** Where each status sync reports whether it broke off. */
  readonly syncLoop: Loop;
}

/** An owner's process side, before its services are known. */
export interface Owner {
  readonly name: OwnerName;
  readonly pools: OwnerPools;
  readonly acquirers: Acquirers;
  /** Merchants' accounts at acquirers, as this owner has them. */
  readonly accounts: Pick<OwnerAcquirers, "accounts" | "ofAccount">;
  readonly metrics: OwnerMetrics;
  readonly deps: OwnerDeps;
  readonly journal: Journal;
  readonly parked: ParkedStore;
  /** What was recorded of some objects, for operators. */
  readonly trace: (ids: readonly string[]) => Promise<Traced>;
  /** Hands over at once what a commit has just written to the outbox. */
  readonly relaySoon: () => void;
  /** What the owner repeats, over all its processes. */
  readonly listJobs: () => Promise<TaskStatus[]>;
  /** The answer to `health`. */
  readonly health: () => Promise<Result<typeof paymentsContract, "health">>;
  /** What the process runs: the services, the relay and the jobs, and how all of it ends. */
  run(parts: OwnerParts): Running;
}

export interface OwnerParts {
  readonly services: readonly ServiceSchema[];
  /** What the owner repeats. */
  readonly tasks: readonly Task[];
  /** Slots of jobs beside those of status syncs, which a stop waits for. */
  readonly slots?: readonly DueSlots[];
  /** Writes the commits that requests share. */
  readonly flush?: () => Promise<unknown>;
}

/** Opens what every owner of payments, refunds or payouts has; rejects where its schema is not that of the code. */
export async function startOwner(
  host: Host,
  config: OwnerConfig,
  spec: OwnerSpec,
  databaseUrl: string,
): Promise<Owner> {
  const pools = await openOwnerPools(host, spec, databaseUrl);
  const { name, journal } = spec;
  const { background, dataSource } = pools;
  openObjectsMetrics(host.metrics, name, spec.openStates, () => readOpenObjects(background, tableOf(name)));
  journalMetrics(host.metrics, name, journalReads(background, journal));
  const metrics = ownerMetrics(host.metrics, name);
  const reach = createAcquirers(host, config, spec, pools);
  const exceptions = ownerExceptions(host, pools, metrics, spec);
  const syncSlots = new DueSlots(SYNC_SLOTS);
  let jobs: Jobs | undefined;
  let relay: Relay | undefined;
  return {
    name,
    pools,
    acquirers: reach.acquirers,
    accounts: reach,
    metrics,
    parked: createParkedStore(name, pools.read, dataSource),
    trace: (ids) => traceObjects(pools.read, name, spec.traced, ids),
    journal: createJournal({ service: name, tables: journal, background, dataSource }),
    relaySoon: () => relay?.soon(),
    listJobs: async () => (await jobs?.list()) ?? [],
    health: healthOf({ ping: () => pools.ping(), loops: host.loops }),
    deps: {
      callbacks: createCallbacksStore(background, { schema: name, objects: name, undone: journal.undone }),
      evidence: createEvidenceStore(background, name),
      proofs: reach.proofs,
      calls: createCallsStore(background, name),
      exceptions,
      logger: host.logger,
      tracer: host.tracer,
      syncSlots,
      syncSoon: () => jobs?.soon(syncTaskOf(name)),
      syncLoop: syncLoopOf(host, name),
    },
    run: ({ services, tasks, slots = [], flush }) => {
      const own = createJobs(host, { pool: background, table: `${name}.jobs`, tasks });
      jobs = own;
      return {
        services,
        afterStart: async () => {
          await reach.start();
          await own.start();
          relay = relayEvents(host, pools, exceptions, spec);
        },
        checks: databaseChecks(pools),
        stopJobs: async () => void (await Promise.all([own, syncSlots, ...slots].map((one) => one.stop()))),
        flush: async () => {
          await flush?.();
          await reach.calls.stop();
          // After the last commit, and while the bus is there: what calls left behind is handed over as well.
          await relay?.stop();
        },
        close: async () => {
          await reach.shutdown();
          await pools.close();
        },
      };
    },
  };
}

const syncLoopOf = ({ loops }: Pick<Host, "loops">, name: OwnerName): Loop =>
  loops.add({ name: `${name}.syncStatus`, ...STATUS_SYNCS, retryMaxMs: 60_000, onDemand: true });
