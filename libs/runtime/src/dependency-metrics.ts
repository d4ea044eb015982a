import type { Metrics } from "./metrics.ts";
import type { Check, Readiness } from "./readiness.ts";

/**
 * What readiness showed last. Of a process that stops or starts nothing is known, nor of what cannot be asked
 * because what it needs is away: 0 would say that it is wrong.
 */
export function dependencyMetrics(metrics: Metrics, readiness: Readiness, checks: readonly Check[]): void {
  const names = new Set(checks.map(({ name }) => name));
  metrics.gauge(
    "dependency_available",
    "Whether what a process needs to serve answers: 1 or 0, as its readiness has it; clock is absent while postgres is 0",
    ["dependency"],
    async (gauge) => {
      gauge.reset();
      const { ok, failing, unknown } = await readiness.answer();
      if (!ok && !failing.some((name) => names.has(name))) return;
      for (const dependency of names) {
        if (!unknown.includes(dependency)) gauge.set({ dependency }, failing.includes(dependency) ? 0 : 1);
      }
    },
  );
}
