import type { Metrics } from "@flowlix/runtime";

/** What is asked of an owner's journal at every scrape. */
export interface JournalReads {
  /** By how much it differs, by currency. */
  readonly imbalance: () => Promise<readonly { readonly currency: string; readonly minorUnits: number }[]>;
  /** How many findings stand, by kind. */
  readonly findings: () => Promise<readonly { readonly finding: string; readonly open: number }[]>;
  /** How long ago that was until which something was compared, in seconds, by what it is. */
  readonly ages: () => Promise<readonly { readonly of: string; readonly seconds: number }[]>;
}

/** How to ask, by owner: several may live in one process. */
const readers = new WeakMap<Metrics, Map<string, JournalReads>>();

/**
 * The metrics of an owner's journal: what differs, which must be zero, and how old that is. An owner whose database
 * does not answer has no value then.
 */
export function journalMetrics(metrics: Metrics, owner: string, reads: JournalReads): void {
  const known = readers.get(metrics);
  const owners = known ?? new Map<string, JournalReads>();
  owners.set(owner, reads);
  if (known !== undefined) return;
  readers.set(metrics, owners);
  const ofEach = async (read: (name: string, reads: JournalReads) => Promise<void>) => {
    await Promise.all([...owners].map(([name, each]) => read(name, each).catch(() => undefined)));
  };
  metrics.gauge(
    "ledger_imbalance_minor_units",
    "By how much the journal differs from the objects or from its own sums, in minor units",
    ["owner", "currency"],
    async (gauge) => {
      gauge.reset();
      await ofEach(async (name, { imbalance }) => {
        for (const { currency, minorUnits } of await imbalance())
          gauge.set({ owner: name, currency }, minorUnits);
      });
    },
  );
  metrics.gauge(
    "ledger_findings_open",
    "Disagreements of the journal with the objects or with its own sums that stand",
    ["owner", "finding"],
    async (gauge) => {
      gauge.reset();
      await ofEach(async (name, { findings }) => {
        for (const { finding, open } of await findings()) gauge.set({ owner: name, finding }, open);
      });
    },
  );
  metrics.gauge(
    "ledger_check_age_seconds",
    "How long ago that was until which the journal was compared: what is new, days that are over, everything",
    ["owner", "of"],
    async (gauge) => {
      gauge.reset();
      await ofEach(async (name, { ages }) => {
        for (const { of, seconds } of await ages()) gauge.set({ owner: name, of }, seconds);
      });
    },
  );
}
