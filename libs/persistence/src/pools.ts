import { Pool, type ClientConfig } from "pg";
import { DataSource, type EntitySchema } from "typeorm";
import { planAnewAtTimes } from "./fresh-plans.ts";
import { databaseIsExhausted } from "./query.ts";
import { HeardClient } from "./heard-client.ts";
import { typeParsers } from "./int8.ts";
import { requireFitServer } from "./check-server.ts";
import { PreparedClient } from "./prepared-client.ts";
import { openConnections, preparing, type NamedStatement } from "./prepare.ts";
import { createProbe } from "./probe.ts";
import { silentLogger } from "./silent-logger.ts";
import { untilPresent, type OnWait } from "./until-present.ts";
import { wantConnections } from "./wanted-connections.ts";

/**
 * A statement first planned on an empty table keeps a sequential scan after the table has grown, 25
 * times slower (docs/design/measured-facts.md#plan-flip). Statements of these pools go by an index. One
 * plan for all parameters: sets of rows differ so much in length that the planner would else never settle on it and
 * plan each execution anew, ten times the cost of binding.
 */
const PLAN_OPTIONS =
  "-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c plan_cache_mode=force_generic_plan";

/**
 * Reads go by an index as well, with a plan for their own values. A long one leaves the other cores to
 * the creates, and compiling it first would take longer than it saves.
 */
const READ_OPTIONS = "-c enable_seqscan=off -c max_parallel_workers_per_gather=0 -c jit=off";

/**
 * Lists may read more than one object's row does: their sets of rows are kept exact in memory, they may take
 * longer, and one that reads more of an index than it could in some 100 ms has a worker to help it, for which
 * others need not wait. A page of memory costs as much as twenty rows, as measured (services/payouts).
 */
const LIST_OPTIONS = [
  "-c enable_seqscan=off -c jit=off -c work_mem=64MB -c seq_page_cost=0.4 -c random_page_cost=0.4",
  "-c max_parallel_workers_per_gather=1 -c min_parallel_index_scan_size=64MB -c min_parallel_table_scan_size=64MB",
  "-c parallel_tuple_cost=0.01",
].join(" ");

const DATA_SOURCE_CONNECTIONS = 2;
/** For readiness alone: whether the database is there must not depend on how much there is to do. */
const PROBE_CONNECTIONS = 1;
/**
 * For a connection to be opened, or to become free: a moment in which everything is slow is no reason to refuse, so it
 * is a third of a request's time. Whether the database is there at all is asked over the connection of the probe, and
 * sooner.
 */
const CONNECT_TIMEOUT_MS = 8_000;
const PROBE_CONNECT_TIMEOUT_MS = 3_000;
const IDLE_TIMEOUT_MS = 60_000;
/** Bounds of one statement. The client's own bound ends a wait on a server that no longer answers at all. */
const HOT = { lockTimeoutMs: 4_000, statementTimeoutMs: 8_000 };
const READ = { lockTimeoutMs: 4_000, statementTimeoutMs: 8_000 };
const LIST = { lockTimeoutMs: 4_000, statementTimeoutMs: 8_000 };
const BACKGROUND = { lockTimeoutMs: 5_000, statementTimeoutMs: 30_000 };
const PROBE = {
  lockTimeoutMs: 1_000,
  statementTimeoutMs: 1_000,
  connectTimeoutMs: PROBE_CONNECT_TIMEOUT_MS,
};
const CLIENT_GRACE_MS = 2_000;

export interface PoolOptions {
  /** Address with the service's own role and password. */
  readonly url: string;
  /** Shown by the server as `application_name`, with the pool's name behind it. */
  readonly name: string;
  /**
   * Connections of each pool. They are separate so that none can starve another (docs/design/architecture.md#rule-12).
   */
  readonly hot: number;
  readonly read: number;
  readonly background: number;
  /** Connections that this service opens elsewhere on the same server, of a list pool; none unless named. */
  readonly beside?: number;
  readonly entities?: readonly EntitySchema[];
  /** Milliseconds; the defaults are 8,000 for hot writes and for reads, 30,000 in the background. */
  readonly statementTimeoutsMs?: {
    readonly hot?: number;
    readonly read?: number;
    readonly background?: number;
  };
  /** Called for each connection that broke while idle; the pool replaces it by itself. */
  readonly onIdleError?: (error: Error) => void;
  /**
   * Where it is given, a database that is away is waited for without end, as the bus is, and this is told why: a
   * process that ends instead is begun again after ever longer pauses, the last one of them with the database back. It
   * is told what is worth a warning, too.
   */
  readonly onWait?: OnWait;
  /**
   * Of a process that serves: all connections for hot writes and reads, and one in the background, are opened before
   * the pools are given to anybody and stay open, each with these statements prepared. Absent: opened when they are
   * needed, for commands and tests.
   */
  readonly warm?: { readonly hot?: readonly NamedStatement[]; readonly read?: readonly NamedStatement[] };
}

export interface Pools {
  /** Batched writes by primary key, with PLAN_OPTIONS and a lock timeout. */
  readonly hot: Pool;
  /** Never a sequential scan, one core, and a plan for the values at hand. */
  readonly read: Pool;
  /** Loops and sweeps, with PLAN_OPTIONS too: they run from the first day on, when tables are empty. */
  readonly background: Pool;
  /** Lists of operators, acts that need a transaction, anything through TypeORM. */
  readonly dataSource: DataSource;
  /** Rejects when the database does not answer. Full pools are load and no absence: it has a connection of its own. */
  readonly ping: () => Promise<void>;
  /** Rejects when the clocks of database and process differ by more than 5 s, or the database does not answer. */
  checkClock(): Promise<void>;
  /** Ends every connection after its running statement. Safe to repeat. */
  close(): Promise<void>;
}

/**
 * Opens the pools of a service. Errors: UnfitServerError for a server that must not be used; StandbyServerError for one
 * that takes no writes and the driver's when it cannot be reached, at once unless it is waited for.
 */
export async function createPools(options: PoolOptions): Promise<Pools> {
  const onIdleError = options.onIdleError ?? (() => undefined);
  const times = options.statementTimeoutsMs ?? {};
  const { warm } = options;
  const hot = openPool(
    options,
    "hot",
    { max: options.hot, ...(warm && { min: options.hot, statements: warm.hot ?? [] }) },
    { ...HOT, statementTimeoutMs: times.hot ?? HOT.statementTimeoutMs },
    PLAN_OPTIONS,
  );
  const read = openPool(
    options,
    "read",
    { max: options.read, ...(warm && { min: options.read, statements: warm.read ?? [] }) },
    { ...READ, statementTimeoutMs: times.read ?? READ.statementTimeoutMs },
    READ_OPTIONS,
  );
  const bounds = { ...BACKGROUND, statementTimeoutMs: times.background ?? BACKGROUND.statementTimeoutMs };
  const background = openPool(
    options,
    "background",
    { max: options.background, ...(warm && { min: 1 }) },
    bounds,
    PLAN_OPTIONS,
  );
  const probe = openPool(options, "probe", { max: PROBE_CONNECTIONS }, PROBE, "");
  for (const pool of [hot, read, background, probe]) pool.on("error", onIdleError);
  const dataSource = new DataSource({
    type: "postgres",
    url: options.url,
    entities: [...(options.entities ?? [])],
    poolSize: DATA_SOURCE_CONNECTIONS,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    poolErrorHandler: onIdleError,
    // Extensions are the migration command's business; a service's role may not create any.
    installExtensions: false,
    synchronize: false,
    migrationsRun: false,
    logger: silentLogger,
    extra: { ...clientConfig(options, "typeorm", bounds), Client: PreparedClient },
  });
  const wanted = wantConnections(options.url, connectionsOf(options));
  let closed: Promise<void> | undefined;
  const close = () => {
    wanted.release();
    return (closed ??= closeAll([hot, read, background, probe], dataSource));
  };
  const asking = createProbe(probe);
  const { onWait = () => undefined } = options;
  try {
    await untilPresent(
      () => checkServerOf(probe, onWait, wanted.total()),
      options.onWait === undefined ? 0 : Infinity,
      onWait,
    );
    await dataSource.initialize();
    if (warm !== undefined) await openAll(options, { hot, read, background });
  } catch (cause) {
    await close();
    throw cause;
  }
  return { hot, read, background, dataSource, close, ...asking };
}

/** Asks where nothing queues: on the probe's own connection, which is not kept where the server is refused. */
async function checkServerOf(probe: Pool, onWarning: OnWait, connections: number): Promise<void> {
  const client = await probe.connect();
  let isFit = false;
  try {
    await requireFitServer(client, onWarning, connections);
    isFit = true;
  } finally {
    // After a failover the same address leads to another server.
    client.release(!isFit);
  }
}

/** At most, and with those of the service's other pools. */
const connectionsOf = ({ hot, read, background, beside = 0 }: PoolOptions): number =>
  hot + read + background + beside + PROBE_CONNECTIONS + DATA_SOURCE_CONNECTIONS;

/** A server without free connections is not waited for: their holders may be waiting for this process. */
async function openAll(
  { hot, read, onWait = () => undefined }: PoolOptions,
  pools: Pick<Pools, "hot" | "read" | "background">,
): Promise<void> {
  const open = () =>
    Promise.all([
      openConnections(pools.hot, hot),
      openConnections(pools.read, read),
      openConnections(pools.background, 1),
    ]);
  const orExhausted = () =>
    open().catch((error: unknown) => {
      if (!databaseIsExhausted(error)) throw error;
      onWait("the database has fewer connections to give than this process would open at its start");
    });
  await untilPresent(orExhausted, Infinity, onWait);
}

export interface ListPoolOptions extends Pick<PoolOptions, "url" | "name" | "onIdleError"> {
  readonly connections: number;
}

/**
 * Connections for lists that count and search through many rows, apart from those that read one object, so
 * that neither waits for the other. A statement of theirs ends after 8 s. The caller ends it.
 */
export function createListPool(options: ListPoolOptions): Pool {
  const pool = openPool(options, "lists", { max: options.connections }, LIST, LIST_OPTIONS);
  pool.on("error", options.onIdleError ?? (() => undefined));
  return pool;
}

async function closeAll(pools: readonly Pool[], dataSource: DataSource): Promise<void> {
  await Promise.all([
    ...pools.map((pool) => pool.end()),
    dataSource.isInitialized ? dataSource.destroy() : undefined,
  ]);
}

interface PoolSize {
  readonly max: number;
  /** Not closed when they are idle. */
  readonly min?: number;
  /** Prepared on each. */
  readonly statements?: readonly NamedStatement[];
}

interface Bounds {
  readonly lockTimeoutMs: number;
  readonly statementTimeoutMs: number;
  readonly connectTimeoutMs?: number;
}

function openPool(
  options: Pick<PoolOptions, "url" | "name">,
  kind: string,
  { statements = [], ...size }: PoolSize,
  bounds: Bounds,
  settings: string,
): Pool {
  const pool = new Pool({
    ...clientConfig(options, kind, bounds),
    Client: HeardClient,
    connectionString: options.url,
    ...size,
    connectionTimeoutMillis: bounds.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    options: settings,
    ...(statements.length > 0 && { verify: preparing(statements) }),
  });
  pool.on("connect", planAnewAtTimes);
  return pool;
}

function clientConfig(
  options: Pick<PoolOptions, "url" | "name">,
  kind: string,
  bounds: Bounds,
): ClientConfig {
  return {
    types: typeParsers,
    application_name: `${options.name}:${kind}`,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    lock_timeout: bounds.lockTimeoutMs,
    statement_timeout: bounds.statementTimeoutMs,
    query_timeout: bounds.statementTimeoutMs + CLIENT_GRACE_MS,
    idle_in_transaction_session_timeout: bounds.statementTimeoutMs,
  };
}
