import type { Pools } from "@flowlix/persistence";
import type { DifferencesStore } from "./differences-store.ts";
import type { EdgesStore } from "./edges-store.ts";
import type { JournalOwners } from "./owners.ts";
import type { RunsStore } from "./runs-store.ts";
import type { StatementSource } from "./source.ts";
import type { StagingStore } from "./staging-store.ts";

/** What the comparison works with. */
export interface CompareDeps {
  readonly source: StatementSource;
  readonly owners: JournalOwners;
  readonly runs: RunsStore;
  readonly staging: StagingStore;
  readonly differences: DifferencesStore;
  readonly edges: EdgesStore;
  readonly pools: Pick<Pools, "dataSource">;
  /** So many differences of one run are kept one by one; 10,000 by default. */
  readonly keptMax?: number;
  /** So many standing differences are rechecked by one run; 50,000 by default. */
  readonly carriedMax?: number;
}

/** A statement that takes longer is read another time. */
export const STATEMENT_DEADLINE_MS = 45 * 60_000;

/** A statement that could not be had in full; its message is a code that may be shown. */
export class NoStatement extends Error {
  override name = "NoStatement";
}

/** This process is to end, or the run is another's by now. */
export class BrokenOff extends Error {
  override name = "BrokenOff";
}
