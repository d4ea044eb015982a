import { DIFFERENCE_KINDS } from "@flowlix/contracts";
import { beginAtZero, keptFor, type Metrics } from "@flowlix/runtime";
import type { Compared } from "./compare-day.ts";
import type { DifferencesStore } from "./differences-store.ts";
import type { RunsStore } from "./runs-store.ts";
import { keyOf, type StatementSources } from "./source.ts";

/** Nothing of it changes more often than days do. */
const KEPT_MS = 15_000;

/** Counts what comparisons came to, each time one is done; never an id. */
export function statementMetrics(metrics: Metrics): (compared: Compared) => void {
  const records = metrics.counter(
    "reconciler_records_total",
    "Lines of the provider's statement (source statement) and of our books that it lacks (source books), by result",
    ["source", "result"],
  );
  const ofStatement = DIFFERENCE_KINDS.filter((kind) => kind !== "missing_there");
  beginAtZero(records, { source: ["statement"], result: ["matched", "awaiting", ...ofStatement] });
  beginAtZero(records, { source: ["books"], result: ["awaiting", "missing_there"] });
  return ({ found, matched }) => {
    records.inc({ source: "statement", result: "matched" }, matched);
    for (const { difference, state } of found) {
      const source = difference === "missing_there" ? "books" : "statement";
      records.inc({ source, result: state === "open" ? difference : "awaiting" });
    }
  };
}

/** What is the same for all processes, as the database has it. */
export function observeStatements(
  metrics: Metrics,
  sources: Pick<StatementSources, "own" | "accounts">,
  { runs, differences }: { readonly runs: RunsStore; readonly differences: DifferencesStore },
): void {
  // Of an acquirer's accounts the one that is furthest behind: there are as many accounts as merchants.
  const comparedUntil = keptFor(KEPT_MS, async () => {
    const oldest = new Map<string, number>();
    for (const source of [sources.own, ...sources.accounts()]) {
      const day = await runs.comparedUntil(keyOf(source));
      const { name } = source.port;
      if (day !== null) oldest.set(name, Math.min(day, oldest.get(name) ?? day));
    }
    return oldest;
  });
  const awaiting = metrics.gauge(
    "reconciler_mismatches_awaiting",
    "Differences between statement and books that may still end by themselves",
    ["kind"],
  );
  metrics.gauge(
    "reconciler_mismatches_open",
    "Differences between the provider's statement and our books that nobody resolved; must be 0",
    ["kind"],
    async (gauge) => {
      const standing = await differences.countStanding();
      for (const kind of DIFFERENCE_KINDS) {
        const counted = standing.find(({ difference }) => difference === kind);
        gauge.set({ kind }, counted?.open ?? 0);
        awaiting.set({ kind }, counted?.awaiting ?? 0);
      }
    },
  );
  metrics.gauge(
    "reconciler_statement_day_timestamp_seconds",
    "Beginning of the last day whose statement was compared in full, or of the first that was to be where none was",
    ["provider"],
    async (gauge) => {
      gauge.reset();
      for (const [provider, day] of await comparedUntil()) gauge.set({ provider }, day);
    },
  );
}
