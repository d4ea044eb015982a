import type {
  ExplainedLine,
  JournalBackfill,
  JournalFinding,
  JournalState,
  JournalTotal,
} from "@flowlix/contracts";
import type { Pool } from "pg";
import type { DataSource } from "typeorm";
import { bookLines, type BookLinesAsked, type Lines } from "./book-lines.ts";
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
import type { StatementSource } from "./statement-source.ts";
import { totals, type TotalsAsked } from "./totals.ts";

export interface JournalOptions {
  readonly service: string;
  readonly tables: JournalTables;
  readonly background: Pool;
  readonly dataSource: DataSource;
  /** How long a checking job begins further parts of days, in milliseconds: 5,000 where absent. */
  readonly jobMs?: number;
}

/** Objects that a job passes or compares where it names no other number. */
const OBJECTS_PER_JOB = 2_000;
/** Short, since a stopping process waits for the job. */
const JOB_MS = 5_000;

/** The actions and jobs of an owner's journal. Entries are written by the owner's own statements. */
export interface Journal {
  bookLines(asked: BookLinesAsked): Promise<Lines>;
  explainLines(
    asked: {
      readonly livemode: boolean;
      readonly references: readonly AskedLine[];
    } & StatementSource,
  ): Promise<{ lines: ExplainedLine[] }>;
  fillJournal(bounds: { readonly limit?: number | undefined }): Promise<Backfilled>;
  refillJournal(asked: BackfillAsked): Promise<{ to_fill: number }>;
  rollUpJournal(): Promise<RolledUp>;
  checkJournal(bounds: { readonly limit?: number | undefined }): Promise<Checked>;
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
  jobMs = JOB_MS,
}: JournalOptions): Journal {
  const { schema } = tables;
  return {
    bookLines: (asked) => bookLines(background, tables, asked),
    explainLines: async ({ references, ...whose }) => ({
      lines: await explainLines(background, tables, whose, references),
    }),
    fillJournal: ({ limit = OBJECTS_PER_JOB }) => backfill(dataSource, tables, limit),
    refillJournal: (asked) => askBackfill(dataSource, tables, asked),
    rollUpJournal: () => rollUp(dataSource, schema),
    checkJournal: ({ limit = OBJECTS_PER_JOB }) => check(dataSource, tables, { limit, jobMs }),
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
