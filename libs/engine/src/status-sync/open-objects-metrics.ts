import { keptFor, type Metrics, MODES, modeOf } from "@flowlix/runtime";
import type { OwnerName } from "../owner/owner-name.ts";
import type { OpenObjects } from "./open-objects.ts";

const KEPT_MS = 15_000;

/**
 * The gauges of an owner's objects that have not ended, by state and mode. `owner` is also the first word of their
 * names. `read` is asked every 15 s at most; while its database does not answer there is no value.
 */
export function openObjectsMetrics(
  metrics: Metrics,
  owner: OwnerName,
  states: readonly string[],
  read: () => Promise<OpenObjects>,
): void {
  const ask = keptFor(KEPT_MS, read);
  const asked = () => ask().catch(() => undefined);
  const byState = (name: string, help: string, of: "open" | "oldestSeconds") =>
    metrics.gauge(name, help, ["state", "mode"], async (gauge) => {
      gauge.reset();
      const answer = await asked();
      if (answer === undefined) return;
      for (const state of states) for (const mode of MODES) gauge.set({ state, mode }, 0);
      for (const found of answer.states)
        if (states.includes(found.status))
          gauge.set({ state: found.status, mode: modeOf(found.livemode) }, found[of]);
    });
  byState(`${owner}_open`, `Objects of ${owner} that have not ended, up to 10,000`, "open");
  byState(
    `${owner}_oldest_in_state_age_seconds`,
    `Age since its creation of the oldest of ${owner} that is in a state; 0 where none is`,
    "oldestSeconds",
  );
  metrics.gauge(
    `${owner}_look_overdue_seconds`,
    `By how long the status sync of one of ${owner} is late that is due for longest`,
    [],
    async (gauge) => gauge.set((await asked())?.overdueSeconds ?? Number.NaN),
  );
}
