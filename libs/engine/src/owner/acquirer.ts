import {
  createProvider,
  createSandboxAdapter,
  PROVIDER_LIMITS,
  type Operation,
  type Provider,
} from "@flowlix/provider";
import { outgoingCalls, type Host } from "@flowlix/runtime";
import { circuitMetrics } from "../provider/circuit-metrics.ts";
import { providerMetrics } from "../provider/provider-metrics.ts";
import type { OwnerConfig } from "./owner-config.ts";

/** The acquirer of Sandbox as an owner calls it: traced, measured, with the circuit breakers of `operations`. */
export function createAcquirer(
  { logger, tracer, metrics }: Pick<Host, "logger" | "tracer" | "metrics">,
  config: OwnerConfig,
  operations: readonly Operation[],
): Provider {
  const adapter = createSandboxAdapter({
    url: config.ACQUIRER_URL,
    publicUrl: config.ACQUIRER_PUBLIC_URL,
    apiKey: config.ACQUIRER_API_KEY,
    callbackUrl: config.PROVIDER_CALLBACK_URL ?? `${config.PUBLIC_URL}/provider/sandbox/callbacks`,
  });
  const provider = createProvider({
    adapter,
    limits: { ...PROVIDER_LIMITS, tries: config.PROVIDER_TRIES },
    trace: outgoingCalls(tracer, adapter.name),
    onBroken: (broken) => logger.error(broken, "the provider's adapter broke"),
    observe: providerMetrics(metrics, adapter),
  });
  circuitMetrics(metrics, provider, operations);
  return provider;
}
