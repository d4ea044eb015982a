import { type Metrics, ownerGauge } from "@flowlix/runtime";

type CircuitState = "closed" | "half_open" | "open";

const VALUES: Readonly<Record<CircuitState, number>> = { closed: 0, half_open: 1, open: 2 };

export const CIRCUIT_STATE = {
  name: "provider_circuit_state",
  help: "State of the circuit breaker of an operation: 0 closed, 1 half open, 2 open",
  labels: ["provider", "operation"],
};

export const worstOf = (states: readonly CircuitState[]): number =>
  Math.max(0, ...states.map((state) => VALUES[state]));

/** What is read of a provider at a scrape. */
interface Circuits<O extends string> {
  readonly name: string;
  breakers(): Readonly<Record<O, CircuitState>>;
}

/** The state of a provider's circuit breakers, of those operations that the owner uses. */
export function circuitMetrics<O extends string>(
  metrics: Metrics,
  provider: Circuits<O>,
  operations: readonly O[],
): void {
  ownerGauge(metrics, CIRCUIT_STATE, (of) => {
    const states = provider.breakers();
    for (const operation of operations)
      of.set({ provider: provider.name, operation }, VALUES[states[operation]]);
  });
}
