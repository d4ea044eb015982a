import { beginAtZero, type Metrics, modeOf } from "@flowlix/runtime";

/** A call to a provider, as the provider port reports it. */
interface ProviderCall {
  readonly operation: string;
  readonly outcome: string;
  readonly isFault: boolean;
  readonly seconds: number;
}

/**
 * Counts and times the calls to a provider, of those operations that the owner uses. Its orders are all of one mode,
 * and so are the calls.
 */
export function providerMetrics(
  metrics: Metrics,
  { name: provider, livemode }: { readonly name: string; readonly livemode: boolean },
  operations: readonly string[],
): (call: ProviderCall) => void {
  const mode = modeOf(livemode);
  const requests = metrics.counter("provider_requests_total", "Calls to a provider, by what came of them", [
    "provider",
    "operation",
    "outcome",
    "mode",
  ]);
  const durations = metrics.histogram(
    "provider_request_duration_seconds",
    "Duration of calls to a provider",
    ["provider", "operation", "mode"],
  );
  const faults = metrics.counter(
    "provider_faults_total",
    "Calls to a provider that count against it: no amount of the Sandbox ordered what came of them",
    ["provider", "operation", "mode"],
  );
  beginAtZero(faults, { provider: [provider], operation: operations, mode: [mode] });
  return ({ operation, outcome, isFault, seconds }) => {
    requests.inc({ provider, operation, outcome, mode });
    if (isFault) faults.inc({ provider, operation, mode });
    durations.observe({ provider, operation, mode }, seconds);
  };
}
