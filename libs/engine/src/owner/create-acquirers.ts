import {
  ACQUIRER_NAMES,
  ACQUIRERS,
  callbackPathOf,
  createProvider,
  PROVIDER_LIMITS,
  type AcquirerName,
  type Operation,
  type Provider,
} from "@flowlix/provider";
import { outgoingCalls, type Host } from "@flowlix/runtime";
import { circuitMetrics } from "../provider/circuit-metrics.ts";
import { providerMetrics } from "../provider/provider-metrics.ts";
import { acquirersOf, type Acquirers } from "./acquirers.ts";
import type { OwnerConfig } from "./owner-config.ts";

type AcquirerHost = Pick<Host, "logger" | "tracer" | "metrics">;

/** Every acquirer as an owner calls it: traced, measured, with the circuit breakers of `operations`. */
export const createAcquirers = (
  host: AcquirerHost,
  config: OwnerConfig,
  operations: readonly Operation[],
): Acquirers => acquirersOf(ACQUIRER_NAMES.map((name) => createAcquirer(host, config, { name, operations })));

function createAcquirer(
  { logger, tracer, metrics }: AcquirerHost,
  config: OwnerConfig,
  { name, operations }: { readonly name: AcquirerName; readonly operations: readonly Operation[] },
): Provider {
  const adapter = ACQUIRERS[name].createAdapter(config, {
    callbackUrl: config.PROVIDER_CALLBACK_URL ?? `${config.PUBLIC_URL}${callbackPathOf(name)}`,
  });
  const provider = createProvider({
    adapter,
    limits: { ...PROVIDER_LIMITS, tries: config.PROVIDER_TRIES },
    trace: outgoingCalls(tracer, adapter.name),
    onBroken: (broken) => logger.error(broken, "the provider's adapter broke"),
    observe: providerMetrics(metrics, adapter, operations),
  });
  circuitMetrics(metrics, provider, operations);
  return provider;
}
