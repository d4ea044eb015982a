import { createAnomaliesStore, type AnomaliesStore, type Pools } from "@flowlix/persistence";
import { newId, type Logger } from "@flowlix/runtime";
import { refundsJournal } from "../journal/journal-tables.ts";
import type { RefundsMetrics } from "../metrics.ts";

/** The contradictions of this service: each is counted, and told to the log. */
export function createRefundsAnomalies(
  { background, dataSource }: Pick<Pools, "background" | "dataSource">,
  metrics: RefundsMetrics,
  logger: Logger,
): AnomaliesStore {
  return createAnomaliesStore({
    schema: "refunds",
    journal: refundsJournal,
    background,
    dataSource,
    newId: () => newId("anomaly"),
    onRecorded: ({ kind, object_id, detail }) => {
      metrics.anomalies.inc({ kind });
      logger.error({ object_id, kind, detail }, "anomaly recorded");
    },
  });
}
