export type { ServiceBroker, ServiceSchema } from "moleculer";
export { DomainError, isDomainError, type DomainErrorDetails } from "./domain-error.ts";
export { TransportError, isTransportError, type TransportErrorKind } from "./transport-error.ts";
export { clientFor, type Call, type Client } from "./typed-client.ts";
export { implement, type HandledCall, type Handlers } from "./implement.ts";
export { createBroker, busCheck, servicesCheck, type BrokerSettings } from "./broker.ts";
export type { NatsOptions } from "./nats-transporter.ts";
export { newId } from "./ids.ts";
export { FORMATS } from "./formats.ts";
export { createAjv, type Ajv, type ErrorObject, type ValidateFunction } from "./ajv.ts";
export {
  readConfig,
  type ConfigOf,
  type ConfigResult,
  type ConfigSpec,
  type Environment,
  type Setting,
} from "./config.ts";
export {
  choice,
  databaseUrl,
  duration,
  flag,
  httpUrl,
  integer,
  list,
  optional,
  port,
  secretText,
  text,
} from "./settings.ts";
export { keyRing, type KeyRing, type RingKey } from "./key-ring.ts";
export { createLogger, LOG_LEVELS, type Logger, type LoggerOptions, type LogLevel } from "./logger.ts";
export { scrubLine } from "./scrub.ts";
export { withRequestId, currentRequestId } from "./request-context.ts";
export { createMetrics, DURATION_BUCKETS, type Metrics } from "./metrics.ts";
export { createReadiness, type Check, type Readiness, type ReadinessAnswer } from "./readiness.ts";
export { startAdminServer, type AdminServer } from "./admin-server.ts";
export { TIME_LADDER } from "./time-ladder.ts";
export { requestDeadline } from "./request-deadline.ts";
export { defineModule, type Host, type Running, type ServiceModule } from "./service-module.ts";
export {
  EXIT_CONFIG,
  runProcess,
  type ProcessHandle,
  type ProcessOptions,
  type ReadyInfo,
} from "./process-host.ts";
export type { StopStep } from "./stop-order.ts";
export { runCommand } from "./run-command.ts";
