import { beginAtZero, type Metrics } from "./metrics.ts";
import { ownerGauge } from "./owner-gauge.ts";
import { noteStatement } from "./request-context.ts";

/** The values of a pool of connections at a scrape. */
interface CountedPool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  readonly options: { readonly max: number };
}

/** Called for every statement of a pool: how long it took, and the class of its error where it failed. */
export type ObserveStatement = (seconds: number, errorClass: string | undefined) => void;

const LABELS = ["owner", "pool"];

/** Classes of errors from an outage, a lack of something or a lost race. */
const ERROR_CLASSES = ["08", "23", "25", "40", "42", "53", "55", "57", "58", "XX", "none"];

/**
 * The metrics of an owner's pools, by their names. `watch` registers a callback for a pool's statements: this library
 * knows no database.
 */
export function poolMetrics<P extends CountedPool>(
  metrics: Metrics,
  owner: string,
  pools: Readonly<Record<string, P>>,
  watch: (pool: P, observe: ObserveStatement) => void,
): void {
  const durations = metrics.histogram(
    "db_query_duration_seconds",
    "Duration of statements, with what they waited for a connection",
    LABELS,
  );
  const errors = metrics.counter(
    "db_errors_total",
    "Statements that failed, by the class of their SQLSTATE",
    ["owner", "sqlstate_class"],
  );
  beginAtZero(errors, { owner: [owner], sqlstate_class: ERROR_CLASSES });
  for (const [pool, counted] of Object.entries(pools)) {
    const duration = durations.labels({ owner, pool });
    watch(counted, (seconds, sqlstate_class) => {
      duration.observe(seconds);
      noteStatement(seconds);
      if (sqlstate_class !== undefined) errors.inc({ owner, sqlstate_class });
    });
  }
  poolGauges(metrics, owner, pools);
}

function poolGauges(metrics: Metrics, owner: string, pools: Readonly<Record<string, CountedPool>>): void {
  const each = (set: (pool: string, counted: CountedPool) => void) => () => {
    for (const [pool, counted] of Object.entries(pools)) set(pool, counted);
  };
  const connections = {
    name: "db_pool_connections",
    help: "Connections to the database that are open, by whether they are at work",
    labels: [...LABELS, "state"],
  };
  ownerGauge(metrics, connections, (gauge) =>
    each((pool, { totalCount, idleCount }) => {
      gauge.set({ owner, pool, state: "idle" }, idleCount);
      gauge.set({ owner, pool, state: "active" }, totalCount - idleCount);
    })(),
  );
  const most = {
    name: "db_pool_connections_max",
    help: "Connections to the database that a pool may open",
    labels: LABELS,
  };
  ownerGauge(metrics, most, (gauge) =>
    each((pool, { options }) => gauge.set({ owner, pool }, options.max))(),
  );
  const waiting = {
    name: "db_pool_waiting_clients",
    help: "Statements that wait for a connection of their pool",
    labels: LABELS,
  };
  ownerGauge(metrics, waiting, (gauge) =>
    each((pool, { waitingCount }) => gauge.set({ owner, pool }, waitingCount))(),
  );
}
