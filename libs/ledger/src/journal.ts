import type {
  ExplainedLine,
  JournalBackfill,
  JournalFinding,
  JournalState,
  JournalTotal,
} from "@flowlix/contracts";
import type { Pool } from "pg";
import type { DataSource } from "typeorm";
import { bookLines, type Lines, type LinesAsked } from "./book-lines.ts";
import { check, type Checked } from "./check.ts";
import { explainLines, type AskedLine } from "./explain-lines.ts";
import { backfill, type Backfilled } from "./backfill.ts";
import {
  readFindings,
  readFindingsOpen,
  readImbalance,
  type FindingsOpen,
  type Imbalance,
} from "./findings.ts";
import type { JournalTables } from "./journal-tables.ts";
import { recheck, type RecheckAsked } from "./recheck.ts";
import { askBackfill, type BackfillAsked } from "./ask-backfill.ts";
import { rollUp, type RolledUp } from "./roll-up.ts";
import { readCheckAges, readBackfill, readState, type CheckAge } from "./state.ts";
import { totals, type TotalsAsked } from "./totals.ts";

export interface JournalOptions {
  readonly service: string;
  readonly tables: JournalTables;
  readonly background: Pool;
  readonly dataSource: DataSource;
  /** How long a turn of checking goes on with the next part of a day, in milliseconds: 5,000 where absent. */
  readonly turnMs?: number;
}

/** What passes and compares unless a turn asks for another number of objects. */
const TURN = 2_000;
/** For so long a turn begins to compare parts of days: a process that is told to stop waits for it. */
const TURN_MS = 5_000;

/** What can be done on an owner's journal: actions of its contract, and its jobs. What writes rows are the owner's own statements. */
export interface Journal {
  bookLines(asked: LinesAsked): Promise<Lines>;
  explainLines(asked: {
    readonly livemode: boolean;
    readonly references: readonly AskedLine[];
  }): Promise<{ lines: ExplainedLine[] }>;
  fillJournal(turn: { readonly limit?: number | undefined }): Promise<Backfilled>;
  refillJournal(asked: BackfillAsked): Promise<{ to_fill: number }>;
  rollUpJournal(): Promise<RolledUp>;
  checkJournal(turn: { readonly limit?: number | undefined }): Promise<Checked>;
  recheckJournal(asked: RecheckAsked): Promise<Record<string, never>>;
  journalTotals(asked: TotalsAsked): Promise<{ totals: JournalTotal[]; filling: JournalBackfill | null }>;
  journalFindings(asked: {
    readonly limit: number;
  }): Promise<{ findings: JournalFinding[]; state: JournalState }>;
}

export function createJournal({
  service,
  tables,
  background,
  dataSource,
  turnMs = TURN_MS,
}: JournalOptions): Journal {
  const { schema } = tables;
  return {
    bookLines: (asked) => bookLines(background, tables, asked),
    explainLines: async ({ livemode, references }) => ({
      lines: await explainLines(background, tables, livemode, references),
    }),
    fillJournal: ({ limit = TURN }) => backfill(dataSource, tables, limit),
    refillJournal: (asked) => askBackfill(dataSource, tables, asked),
    rollUpJournal: () => rollUp(dataSource, schema),
    checkJournal: ({ limit = TURN }) => check(dataSource, tables, { limit, turnMs }),
    recheckJournal: (asked) => recheck(dataSource, tables, asked),
    // What is said of how far the work has come is read first: it is at least as far as that.
    journalTotals: async (asked) => ({
      filling: await readBackfill(background, schema),
      totals: await totals(background, schema, asked),
    }),
    journalFindings: async ({ limit }) => ({
      state: await readState(background, schema),
      findings: (await readFindings(background, schema, limit)).map((found) => ({ ...found, service })),
    }),
  };
}

/** For the metrics of an owner's journal. */
export interface JournalReads {
  /** By how much it differs, by currency. */
  readonly imbalance: () => Promise<Imbalance[]>;
  /** How many findings of each kind stand. */
  readonly findings: () => Promise<FindingsOpen[]>;
  /** How old what the check has compared is, in seconds. */
  readonly ages: () => Promise<CheckAge[]>;
}

export const journalReads = (background: Pool, { schema }: Pick<JournalTables, "schema">): JournalReads => ({
  imbalance: () => readImbalance(background, schema),
  findings: () => readFindingsOpen(background, schema),
  ages: () => readCheckAges(background, schema),
});
