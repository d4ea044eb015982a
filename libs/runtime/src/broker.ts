import { randomUUID } from "node:crypto";
import { ServiceBroker } from "moleculer";
import { actionMiddleware, unansweredCounter } from "./action-middleware.ts";
import { BrokerLogger } from "./broker-logger.ts";
import { BusDiscoverer } from "./bus-discoverer.ts";
import { callTracker } from "./call-tracker.ts";
import { ContractValidator } from "./contract-validator.ts";
import { ErrorRegenerator } from "./error-regenerator.ts";
import type { Logger } from "./logger.ts";
import type { Metrics } from "./metrics.ts";
import { NatsTransporter, type NatsOptions } from "./nats-transporter.ts";
import { TIME_LADDER } from "./time-ladder.ts";
import { keepTracing, type Tracing } from "./tracing.ts";

export interface BrokerSettings {
  /** `<service>.<instance>`: the dot lets NATS permissions name one service's nodes. Unique per namespace. */
  readonly nodeId: string;
  readonly namespace: string;
  /** Absent: calls stay in the process. */
  readonly nats?: NatsOptions;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** For calls that name no timeout of their own. */
  readonly requestTimeoutMs: number;
  /** Absent: no spans are made. */
  readonly tracing?: Tracing | undefined;
  /** Waited for when the broker stops: calls have ended, answers can still leave. Must not reject. */
  readonly drained?: () => Promise<void>;
}

const nothingLeft = (): Promise<void> => Promise.resolve();

/** Services are announced at once: the default waits a second for more of them. */
const TRANSIT = {
  maxQueueSize: 20_000,
  maxChunkSize: 256 * 1024,
  disableReconnect: false,
  disableVersionCheck: false,
  serviceChangedDebounceTime: 0,
};

const NODE_ID = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;
const NAMESPACE = /^[A-Za-z0-9_-]+$/;

/** A broker with every option set on purpose (docs/design/architecture.md#broker); not started yet. */
export function createBroker(settings: BrokerSettings): ServiceBroker {
  const {
    nodeId,
    namespace,
    nats,
    logger,
    metrics,
    requestTimeoutMs,
    drained = nothingLeft,
    tracing,
  } = settings;
  if (!NODE_ID.test(nodeId)) throw new Error(`a node id must be <service>.<instance>, not ${nodeId}`);
  if (!NAMESPACE.test(namespace)) throw new Error("a namespace must consist of letters, digits, - and _");
  if (!(requestTimeoutMs > 0)) throw new Error("calls need a timeout");
  const validator = new ContractValidator(logger);
  const calls = callTracker(logger, TIME_LADDER.drainMs, drained);
  const broker = new ServiceBroker({
    namespace,
    nodeID: nodeId,
    transporter: nats === undefined ? null : new NatsTransporter(nats, nodeId, logger, metrics),
    // A queue group per action: permissions can name actions, and a killed replica fails no call.
    disableBalancer: nats !== undefined,
    requestTimeout: requestTimeoutMs,
    heartbeatInterval: 3,
    heartbeatTimeout: 10,
    // Ours instead: see call-tracker.ts.
    tracking: { enabled: false },
    // Long enough for what was sent to us before peers learn that we stop.
    registry: {
      strategy: "RoundRobin",
      preferLocal: true,
      stopDelay: nats === undefined ? 0 : 500,
      discoverer: new BusDiscoverer(),
    },
    transit: TRANSIT,
    // Moleculer would retry timeouts, and a repeated call may move money twice.
    retryPolicy: { enabled: false, retries: 0, delay: 0, maxDelay: 0, factor: 1, check: () => false },
    circuitBreaker: { enabled: false },
    bulkhead: { enabled: false },
    contextParamsCloning: false,
    maxCallLevel: 0,
    // A service that could guess the id of a call could answer it.
    uidGenerator: () => randomUUID(),
    cacher: null,
    serializer: "JSON",
    validator,
    errorRegenerator: new ErrorRegenerator(),
    errorHandler: unansweredCounter(metrics),
    metrics: { enabled: false },
    tracing: { enabled: false },
    internalServices: false,
    // Named one by one, innermost first; all others stay out of the way of a call.
    internalMiddlewares: false,
    middlewares: [
      validator.middleware(),
      actionMiddleware(logger, metrics, tracing),
      calls.handled,
      "Timeout",
      calls.made,
      "ErrorHandler",
    ],
    logger: new BrokerLogger(logger),
    hotReload: false,
    skipProcessEventRegistration: true,
    dependencyInterval: 200,
    dependencyTimeout: 0,
  });
  keepTracing(broker, tracing);
  return broker;
}

/** Rejects with a ConfigurationError when the bus must not be used, which shows once it is reached; stays open else. */
export function unfitBus(broker: ServiceBroker): Promise<never> {
  const transporter: unknown = broker.transit?.tx;
  return transporter instanceof NatsTransporter ? transporter.unfit : Promise.race([]);
}

/** Fails when the bus does not answer; absent where calls stay in the process. */
export function busCheck(broker: ServiceBroker): (() => Promise<void>) | undefined {
  const transporter: unknown = broker.transit?.tx;
  return transporter instanceof NatsTransporter ? () => transporter.ping() : undefined;
}
