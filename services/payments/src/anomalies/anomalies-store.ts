import { createAnomaliesStore, type AnomaliesStore, type Pools } from "@flowlix/persistence";
import { newId, type Logger } from "@flowlix/runtime";
import { paymentsJournal } from "../journal/journal-tables.ts";
import type { PaymentsMetrics } from "../metrics.ts";

/** The contradictions of this service: each is counted, and told to the log. */
export function createPaymentsAnomalies(
  { background, dataSource }: Pick<Pools, "background" | "dataSource">,
  metrics: PaymentsMetrics,
  logger: Logger,
): AnomaliesStore {
  return createAnomaliesStore({
    schema: "payments",
    journal: paymentsJournal,
    background,
    dataSource,
    newId: () => newId("anomaly"),
    onRecorded: ({ kind, object_id, detail }) => {
      metrics.anomalies.inc({ kind });
      logger.error({ object_id, kind, detail }, "anomaly recorded");
    },
  });
}
