import type { JournalState, JournalTotal, paymentsContract } from "@flowlix/contracts";
import type { Handlers } from "@flowlix/runtime";

type Journal = Pick<
  Handlers<typeof paymentsContract>,
  "bookLines" | "explainLines" | "refillJournal" | "recheckJournal" | "journalTotals" | "journalFindings"
>;

/** All that there is was posted and compared. */
export const CHECKED: JournalState = {
  filling: null,
  checked_at: 1_700_000_600,
  compared_until: 1_700_000_000,
  is_current: true,
  checked_day: "2023-11-13",
  days_current: true,
  rounded_since: 1_700_000_000,
  asked: { days: 0, round: null },
};

/** The journal of an owner of whom nothing was ever moved. */
export const scriptedJournal: Journal = {
  bookLines: async () => ({ lines: [], next: null }),
  explainLines: async () => ({ lines: [] }),
  refillJournal: async () => ({ to_fill: 0 }),
  recheckJournal: async () => ({}),
  journalTotals: async () => ({ totals: [], filling: null }),
  journalFindings: async () => ({ findings: [], state: CHECKED }),
};

/** The sum of one movement in Sandbox and EUR, unless said otherwise. */
export const total = (
  kind: JournalTotal["kind"],
  amount: string,
  changes: Partial<JournalTotal> = {},
): JournalTotal => ({
  livemode: false,
  currency: "EUR",
  kind,
  amount,
  movements: 1,
  ...changes,
});
