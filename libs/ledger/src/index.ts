export { postSql } from "./post.ts";
export { journalMetrics } from "./journal-metrics.ts";
export {
  addAccountSql,
  chargedAccountOf,
  dropAccountSql,
  dropChargedAccountSql,
  dropJournalTablesSql,
  dropSuccessesIndexSql,
  indexSuccesses,
  indexUndone,
  dropUndoneIndexSql,
  journalTablesSql,
  nameChargedAccountSql,
  type JournalTables,
} from "./journal-tables.ts";
export { createJournal, journalReads, type Journal } from "./journal.ts";
export { adoptSql } from "./adopt.ts";
export { postPastSql } from "./post.ts";
export { disagreementsSql } from "./disagreements.ts";
export { explainSql } from "./explain-lines.ts";
export { compareAll, type ComparedWhole, type Reader } from "./compare-all.ts";
export { sourceValues, type StatementSource } from "./statement-source.ts";
