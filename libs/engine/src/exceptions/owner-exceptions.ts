import type { JournalTables } from "@flowlix/ledger";
import type { Pools } from "@flowlix/persistence";
import { ANOMALY_KINDS } from "@flowlix/contracts";
import { newId, type Host } from "@flowlix/runtime";
import type { OwnerMetrics } from "../owner/owner-metrics.ts";
import type { OwnerName } from "../owner/owner-name.ts";
import { createExceptionsStore, type ExceptionsStore } from "./exceptions-store.ts";

const SAID = {
  new: "anomaly recorded",
  added: "anomaly says more than before",
  full: "anomaly has no room for what contradicts besides",
} as const;

/** The contradictions of an owner: each is counted and logged, and a gauge shows how many are open. */
export function ownerExceptions(
  { metrics, logger }: Pick<Host, "metrics" | "logger">,
  { background, dataSource }: Pick<Pools, "background" | "dataSource">,
  counted: Pick<OwnerMetrics, "exceptions">,
  { name, journal }: { readonly name: OwnerName; readonly journal: JournalTables },
): ExceptionsStore {
  const exceptions = createExceptionsStore({
    schema: name,
    journal,
    background,
    dataSource,
    newId: () => newId("anomaly"),
    onRecorded: ({ kind, object_id, detail, as }) => {
      if (as !== "full") counted.exceptions.inc({ kind });
      logger.error({ object_id, kind, detail }, SAID[as]);
    },
  });
  metrics.gauge(
    `${name}_anomalies_open`,
    "Contradictions that await an operator",
    ["kind"],
    async (gauge) => {
      const open = await exceptions.countOpen();
      for (const kind of ANOMALY_KINDS) gauge.set({ kind }, open.get(kind) ?? 0);
    },
  );
  return exceptions;
}
