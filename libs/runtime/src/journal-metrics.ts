import type { Metrics } from "./metrics.ts";

interface Imbalance {
  readonly currency: string;
  readonly minorUnits: number;
}

/** How to ask, by owner: several may live in one process. */
const readers = new WeakMap<Metrics, Map<string, () => Promise<readonly Imbalance[]>>>();

/**
 * The metric of an owner's journal, which must be zero; `read` is asked at every scrape, and an owner whose
 * database does not answer has no value then.
 */
export function journalMetrics(
  metrics: Metrics,
  owner: string,
  read: () => Promise<readonly Imbalance[]>,
): void {
  const known = readers.get(metrics);
  const owners = known ?? new Map<string, () => Promise<readonly Imbalance[]>>();
  owners.set(owner, read);
  if (known !== undefined) return;
  readers.set(metrics, owners);
  metrics.gauge(
    "ledger_imbalance_minor_units",
    "By how much the journal differs from the objects or from its own sums, in minor units",
    ["owner", "currency"],
    async (gauge) => {
      gauge.reset();
      await Promise.all(
        [...owners].map(async ([name, imbalances]) => {
          const each = await imbalances().catch(() => []);
          for (const { currency, minorUnits } of each) gauge.set({ owner: name, currency }, minorUnits);
        }),
      );
    },
  );
}
