import { readFileSync } from "node:fs";
import { CALLERS } from "@flowlix/contracts";

/** Programs with a user on the bus; in the file `"bus"`. */
export const ON_BUS: readonly string[] = Object.keys(CALLERS);

/** Every program, the acquirer of Sandbox included; in the file `"every service"`. */
export const EVERY_SERVICE: readonly string[] = [...ON_BUS, "sandbox-acquirer"];

/** A metric that processes of ours expose. */
export interface CataloguedMetric {
  readonly name: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly unit: string;
  /** Which programs expose it. */
  readonly services: "all" | readonly string[];
  /** The setting without which nobody exposes it. */
  readonly onlyWith?: string;
  /** By name: the values it may have, or in words where they come from. A histogram's `le` is not listed. */
  readonly labels: Readonly<Record<string, readonly string[] | string>>;
  /** As `/metrics` has it. */
  readonly help: string;
}

/**
 * Every metric there is (docs/design/operations.md#metrics): code, dashboards, rules and docs are checked against it.
 */
export interface MetricCatalogue {
  /** Labels that the scrape configuration adds, with what each says. */
  readonly targetLabels: Readonly<Record<string, string>>;
  /** In the order of their names. */
  readonly metrics: readonly CataloguedMetric[];
}

export function readMetricCatalogue(): MetricCatalogue {
  const text = readFileSync(new URL("../metric-catalogue.json", import.meta.url), "utf8");
  return JSON.parse(text, (key, value: unknown) => {
    if (key === "services" && value === "bus") return ON_BUS;
    return key === "owner" && value === "every service" ? EVERY_SERVICE : value;
  });
}
