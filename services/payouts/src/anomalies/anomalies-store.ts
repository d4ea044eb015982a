import { createAnomaliesStore, type AnomaliesStore, type Pools } from "@flowlix/persistence";
import { newId, type Logger } from "@flowlix/runtime";
import { payoutsJournal } from "../journal/journal-tables.ts";
import type { PayoutsMetrics } from "../metrics.ts";

/** The contradictions of this service: each is counted, and told to the log. */
export function createPayoutsAnomalies(
  { background, dataSource }: Pick<Pools, "background" | "dataSource">,
  metrics: PayoutsMetrics,
  logger: Logger,
): AnomaliesStore {
  return createAnomaliesStore({
    schema: "payouts",
    journal: payoutsJournal,
    background,
    dataSource,
    newId: () => newId("anomaly"),
    onRecorded: ({ kind, object_id, detail }) => {
      metrics.anomalies.inc({ kind });
      logger.error({ object_id, kind, detail }, "anomaly recorded");
    },
  });
}
