import type { paymentsContract } from "@flowlix/contracts";
import type { Handlers } from "@flowlix/runtime";

type Journal = Pick<
  Handlers<typeof paymentsContract>,
  | "bookLines"
  | "explainLines"
  | "fillJournal"
  | "refillJournal"
  | "rollUpJournal"
  | "checkJournal"
  | "journalTotals"
  | "journalFindings"
>;

/** The journal of an owner of whom nothing was ever moved. */
export const scriptedJournal: Journal = {
  bookLines: async () => ({ lines: [], next: null }),
  explainLines: async () => ({ lines: [] }),
  fillJournal: async () => ({ done: 0, more: false, finished: true, progress: null }),
  refillJournal: async () => ({ to_fill: 0 }),
  rollUpJournal: async () => ({ done: 0, more: false, until_ms: 0 }),
  checkJournal: async () => ({ done: 0, more: false, open: 0 }),
  journalTotals: async () => ({ totals: [] }),
  journalFindings: async () => ({ findings: [] }),
};
