import type { ServiceBroker } from "moleculer";
import { startAdminServer, type AdminServer } from "./admin-server.ts";
import { yieldBackgroundThreads } from "./background-threads.ts";
import { busCheck, createBroker, unfitBus } from "./broker.ts";
import type { Environment } from "./config.ts";
import { isConfigurationError } from "./configuration-error.ts";
import { dependencyMetrics } from "./dependency-metrics.ts";
import { readAllConfigs, traceSettingsOf, type HostConfig } from "./host-config.ts";
import { createLoggers, type Logger } from "./logger.ts";
import { createLoops, type Loops } from "./loops.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { handleProcessEvents } from "./process-events.ts";
import { createReadiness, type Readiness } from "./readiness.ts";
import type { Running, ServiceModule } from "./service-module.ts";
import { scrubLine } from "./scrub.ts";
import { stopInOrder, type StopStep } from "./stop-order.ts";
import { TIME_LADDER } from "./time-ladder.ts";
import type { SpanExportOptions } from "./span-export.ts";
import type { Tracing } from "./tracing.ts";

/** Bad configuration, in the words of sysexits. */
export const EXIT_CONFIG = 78;

export interface ReadyInfo {
  readonly adminUrl: string;
  readonly addresses: Readonly<Record<string, string>>;
}

export interface ProcessOptions {
  readonly env?: Environment;
  /** The name in logs and on the bus; the module's own where there is one module. */
  readonly name?: string;
  onReady?(info: ReadyInfo): void;
  /** Ended after everything of the modules, in this order, also when starting fails: the acquirer, then Postgres. */
  readonly stopLast?: readonly StopStep[];
  /** Ends the process; tests give one that does not. */
  exit?(code: number): never;
  /** False leaves signals and uncaught errors to the caller. */
  readonly processEvents?: boolean;
}

export interface ProcessHandle extends ReadyInfo {
  readonly logger: Logger;
  /** Stops everything in order; a second call waits for the first. */
  stop(): Promise<void>;
}

interface Parts {
  readonly name: string;
  readonly config: HostConfig;
  readonly logger: Logger;
  readonly loggerOf: (service: string) => Logger;
  readonly metrics: Metrics;
  readonly broker: ServiceBroker;
  readonly readiness: Readiness;
  readonly running: Running[];
  readonly loops: Loops[];
  readonly tracing: Tracing | undefined;
  admin?: AdminServer;
  started: boolean;
}

/**
 * The life of a process of ours: configuration, start, ready, and an orderly end on SIGTERM or SIGINT
 * (docs/design/architecture.md#shutdown). Ends the process with code 78 when its configuration is wrong or does not fit
 * what is stored, and with 1 when it cannot start, each with one line per problem on standard error.
 */
export async function runProcess(
  modules: readonly ServiceModule[],
  options: ProcessOptions = {},
): Promise<ProcessHandle> {
  if (options.processEvents !== false) yieldBackgroundThreads();
  const exit = (code: number): never =>
    options.exit === undefined ? process.exit(code) : options.exit(code);
  const read = readAllConfigs(
    modules.map(({ config }) => config),
    options.env ?? process.env,
  );
  if (!read.ok) {
    for (const problem of read.problems) process.stderr.write(`${problem}\n`);
    await stopInOrder(options.stopLast ?? [], undefined);
    return exit(EXIT_CONFIG);
  }
  const parts = await partsOf(options.name ?? nameOf(modules), read.host);
  const stop = once(() => stopAll(parts, options.stopLast ?? []));
  const events =
    options.processEvents === false ? undefined : handleProcessEvents({ logger: parts.logger, stop, exit });
  try {
    const info = await start(parts, modules, read.configs);
    options.onReady?.(info);
    process.send?.({ type: "ready", service: parts.name, ...info });
    return {
      ...info,
      logger: parts.logger,
      stop: async () => {
        await stop();
        events?.release();
      },
    };
  } catch (error) {
    process.stderr.write(`${parts.name} cannot start: ${lineOf(error, parts.config.HOST)}\n`);
    parts.logger.debug({ err: error }, "Starting failed.");
    await stop();
    events?.release();
    return exit(isConfigurationError(error) ? EXIT_CONFIG : 1);
  }
}

function nameOf(modules: readonly ServiceModule[]): string {
  const [only] = modules;
  return modules.length === 1 && only !== undefined ? only.name : "standalone";
}

/** The SDK is loaded only where something is to be exported: it costs memory and time to start. */
async function tracingOf(
  config: HostConfig,
  about: Pick<SpanExportOptions, "logger" | "metrics">,
): Promise<Tracing | undefined> {
  const settings = traceSettingsOf(config);
  if (settings === undefined) return undefined;
  const { startSpanExport } = await import("./span-export.ts");
  return startSpanExport({ ...settings, ...about, instance: config.INSTANCE, namespace: config.NAMESPACE });
}

async function partsOf(name: string, config: HostConfig): Promise<Parts> {
  const {
    INSTANCE: instance,
    NAMESPACE: namespace,
    NATS_URL: url,
    NATS_USER: user,
    NATS_PASSWORD: password,
  } = config;
  const loggerOf = createLoggers({ instance, level: config.LOG_LEVEL });
  const logger = loggerOf(name);
  const metrics = createMetrics({ version: config.BUILD_VERSION, revision: config.BUILD_REVISION });
  const nats =
    url === undefined
      ? {}
      : {
          nats: {
            url,
            ...(user === undefined ? {} : { user }),
            ...(password === undefined ? {} : { password }),
          },
        };
  const running: Running[] = [];
  const tracing = await tracingOf(config, { logger, metrics });
  const broker = createBroker({
    nodeId: `${name}.${instance}`,
    namespace,
    ...nats,
    logger,
    metrics,
    tracing,
    requestTimeoutMs: TIME_LADDER.ownerMs,
    drained: () => stopInOrder([ofAll(name, running, "flush")], logger),
  });
  return {
    name,
    config,
    logger,
    loggerOf,
    metrics,
    broker,
    readiness: createReadiness(),
    running,
    loops: [],
    tracing,
    started: false,
  };
}

async function start(
  parts: Parts,
  modules: readonly ServiceModule[],
  configs: readonly unknown[],
): Promise<ReadyInfo> {
  const { broker, config, logger, metrics, readiness, running } = parts;
  readiness.hold("starting");
  // First of all, so that probes are answered while the rest waits for its database or the bus.
  const admin = await startAdminServer({
    host: config.HOST,
    port: config.ADMIN_PORT,
    metrics,
    readiness: () => readiness.answer(),
    failingLoops: () => parts.loops.flatMap((loops) => loops.failing()),
    started: () => parts.started,
  });
  parts.admin = admin;
  const started = metrics.gauge("process_started", "Whether what a process waits for at its start is there.");
  started.set(0);
  for (const [index, module] of modules.entries()) {
    const loops = createLoops(metrics);
    parts.loops.push(loops);
    const host = {
      broker,
      logger: parts.loggerOf(module.name),
      metrics,
      loops,
      tracer: parts.tracing?.tracerOf(module.name),
      instance: config.INSTANCE,
      namespace: config.NAMESPACE,
      host: config.HOST,
    };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed with this module's spec, whose type the list does not keep
    running.push(await module.start(host, configs[index] as Record<string, unknown>));
  }
  for (const service of running.flatMap(({ services }) => services ?? [])) broker.createService(service);
  await Promise.race([broker.start(), unfitBus(broker)]);
  for (const module of running) await module.afterStart?.();
  const bus = busCheck(broker);
  const checks = [
    ...(bus === undefined ? [] : [{ name: "nats", check: bus }]),
    ...running.flatMap((module) => module.checks ?? []),
  ];
  readiness.add(checks);
  readiness.stayWithout(running.flatMap(({ readyWithout }) => readyWithout ?? []));
  dependencyMetrics(metrics, readiness, checks);
  readiness.hold(undefined);
  parts.started = true;
  started.set(1);
  const addresses: Record<string, string> = Object.assign(
    {},
    ...running.map((module) => module.addresses?.() ?? {}),
  );
  logger.info({ admin_url: admin.url, addresses }, "Ready.");
  return { adminUrl: admin.url, addresses };
}

async function stopAll(parts: Parts, stopLast: readonly StopStep[]): Promise<void> {
  const { broker, logger, readiness, running, admin, name, tracing } = parts;
  readiness.hold("stopping");
  logger.info("Stopping.");
  // Broker: tracked calls end, shared commits are flushed, and only then the bus goes, so that the last
  // answers can leave.
  const bus = broker.started ? { name: "broker", stop: () => broker.stop() } : ofAll(name, running, "flush");
  // The last to start is the first to be closed.
  const closing = running
    .toReversed()
    .map((module) => ({ name: `${name}.close`, stop: async () => module.close?.() }));
  // What the last calls left is sent while Postgres still stops nobody: a collector may be slow, not long.
  const spans = tracing === undefined ? [] : [{ name: "spans", stop: () => tracing.stop() }];
  const accepting = ofAll(name, running, "stopAccepting");
  await stopInOrder(
    [accepting, ofAll(name, running, "stopJobs"), bus, ...closing, ...spans, ...stopLast],
    logger,
  );
  await admin?.close();
  logger.info("Stopped.");
}

/** One step of every module at once. */
function ofAll(
  name: string,
  running: readonly Running[],
  step: "stopAccepting" | "stopJobs" | "flush",
): StopStep {
  return {
    name: `${name}.${step}`,
    stop: async () => failuresOf(await Promise.allSettled(running.map(async (module) => module[step]?.()))),
  };
}

function failuresOf(results: readonly PromiseSettledResult<unknown>[]): void {
  const failures = results.flatMap((result) =>
    result.status === "rejected" ? [result.reason as unknown] : [],
  );
  if (failures.length > 0)
    throw failures.length === 1 ? failures[0] : new AggregateError(failures, "several failed");
}

function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= run());
}

/** What a system says of an address to listen on that is not its own. */
const FOREIGN_HOST: ReadonlySet<unknown> = new Set(["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN"]);

function lineOf(error: unknown, host: string): string {
  if (!(error instanceof Error)) return "for an unknown reason";
  if ("code" in error && error.code === "EADDRINUSE" && "port" in error)
    return `port ${String(error.port)} is in use`;
  if ("code" in error && FOREIGN_HOST.has(error.code) && concerns(error, host))
    return `HOST: ${host} is no address of this machine`;
  return scrubLine(error.message.split("\n", 1)[0] ?? error.name).slice(0, 500);
}

/** A database or bus that cannot be found has names of its own: only where the address is ours is it the listener's. */
const concerns = (error: Error, host: string): boolean =>
  ("syscall" in error && error.syscall === "listen") || ("hostname" in error && error.hostname === host);
