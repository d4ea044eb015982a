import type { JournalTables } from "@flowlix/ledger";
import type { Pools } from "@flowlix/persistence";
import { newId, type Host } from "@flowlix/runtime";
import type { OwnerMetrics } from "../owner/owner-metrics.ts";
import type { OwnerName } from "../owner/owner-name.ts";
import { createAnomaliesStore, type AnomaliesStore } from "./anomalies-store.ts";

/** The contradictions of an owner: each is counted and logged, and a gauge tells how many are open. */
export function ownerAnomalies(
  { metrics, logger }: Pick<Host, "metrics" | "logger">,
  { background, dataSource }: Pick<Pools, "background" | "dataSource">,
  counted: Pick<OwnerMetrics, "anomalies">,
  { name, journal }: { readonly name: OwnerName; readonly journal: JournalTables },
): AnomaliesStore {
  const anomalies = createAnomaliesStore({
    schema: name,
    journal,
    background,
    dataSource,
    newId: () => newId("anomaly"),
    onRecorded: ({ kind, object_id, detail }) => {
      counted.anomalies.inc({ kind });
      logger.error({ object_id, kind, detail }, "anomaly recorded");
    },
  });
  metrics.gauge(`${name}_anomalies_open`, "Contradictions that await an operator", [], async (gauge) => {
    gauge.set(await anomalies.countOpen());
  });
  return anomalies;
}
