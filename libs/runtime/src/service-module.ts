import type { ServiceBroker, ServiceSchema } from "moleculer";
import type { ConfigOf, ConfigSpec } from "./config.ts";
import type { Logger } from "./logger.ts";
import type { Loops } from "./loops.ts";
import type { Metrics } from "./metrics.ts";
import type { Check } from "./readiness.ts";
import type { Tracer } from "./tracing.ts";

/** What a process gives to the services in it. */
export interface Host {
  /** Not started yet while `start` runs: make clients from it, call nothing. */
  readonly broker: ServiceBroker;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Of this service alone: what it repeats reports here. */
  readonly loops: Loops;
  /** Makes the service's own spans; absent where none are exported. */
  readonly tracer?: Tracer | undefined;
  readonly instance: string;
  readonly namespace: string;
  /** Where the process's listeners listen. */
  readonly host: string;
}

/**
 * A service under way. Every part is optional. The process calls, in this order: `services` are
 * registered, the broker starts, `afterStart`; on the way out `stopAccepting`, `stopJobs`, tracked
 * calls end, `flush`, the bus goes, `close` (docs/design/architecture.md#shutdown).
 */
export interface Running {
  readonly services?: readonly ServiceSchema[];
  /** Loops and listeners; the broker is up. */
  afterStart?(): Promise<void>;
  readonly checks?: readonly Check[];
  /**
   * Names of checks: without these the process answers all the same, so that it stays ready once it was
   * (docs/design/operations.md#probes).
   */
  readonly readyWithout?: readonly string[];
  /** Listeners take no new request; those under way go on. Resolves when they have been answered. */
  stopAccepting?(): Promise<void>;
  /** Loops finish their item. */
  stopJobs?(): Promise<void>;
  /** Shared commits are written. */
  flush?(): Promise<void>;
  /** Pools and what else is left. */
  close?(): Promise<void>;
  /** Where the service can be reached, by purpose; read once after `afterStart`. */
  addresses?(): Readonly<Record<string, string>>;
}

/** A service as a process can run it, alone or with others. */
export interface ServiceModule<Spec extends ConfigSpec = ConfigSpec> {
  readonly name: string;
  readonly config: Spec;
  start(host: Host, config: ConfigOf<Spec>): Promise<Running>;
}

/** Lets the type of a module's config follow from its spec. */
export const defineModule = <const Spec extends ConfigSpec>(
  module: ServiceModule<Spec>,
): ServiceModule<Spec> => module;
