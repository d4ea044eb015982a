import type { JournalBackfill, JournalFinding, JournalState, JournalTotal } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import { CHECKED, total } from "./scripted-journal.ts";
import { scriptedPayments } from "./scripted-payments.ts";
import { scriptedPayouts } from "./scripted-payouts.ts";
import { scriptedRefunds } from "./scripted-refunds.ts";

/** What three owners say of their journals; a test changes it, and `reset` makes it what it was. */
export interface LedgerScript {
  /** An owner that does not answer. */
  away: string | null;
  findings: JournalFinding[];
  filling: { service: string; of: JournalBackfill } | null;
  state: Partial<JournalState>;
  /** An owner that cannot be asked to compare. */
  unaskable: string | null;
  /** Days that an owner has still to compare, one less with each time that it is asked how far it is. */
  left: number;
}

const initial = (): LedgerScript => ({
  away: null,
  findings: [],
  filling: null,
  state: {},
  unaskable: null,
  left: 0,
});

export function scriptedLedger() {
  const script = initial();
  const asked: unknown[] = [];
  const owner = (name: string, kind: JournalTotal["kind"], amount: string) => ({
    journalTotals: async (params: object) => {
      if (script.away === name) throw new DomainError("service_unavailable");
      asked.push(params);
      const { filling } = script;
      return { totals: [total(kind, amount)], filling: name === filling?.service ? filling.of : null };
    },
    journalFindings: async () => {
      if (script.away === name) throw new DomainError("service_unavailable");
      const days = name === "refunds" && script.left > 0 ? script.left-- : 0;
      return {
        findings: script.findings.filter(({ service }) => service === name),
        state: { ...CHECKED, asked: { days, round: null }, ...script.state },
      };
    },
    recheckJournal: async (params: object) => {
      if (script.away === name || script.unaskable === name) throw new DomainError("service_unavailable");
      asked.push(params);
      return {};
    },
    refillJournal: async (params: object) => {
      if (script.away === name) throw new DomainError("service_unavailable");
      asked.push(params);
      return { to_fill: 3 };
    },
  });
  return {
    script,
    /** What the owners were asked, in order. */
    asked,
    owners: {
      payments: scriptedPayments(owner("payments", "capture", "100")),
      refunds: scriptedRefunds(owner("refunds", "refund", "30")),
      payouts: scriptedPayouts(owner("payouts", "payout", "20")),
    },
    reset: () => {
      Object.assign(script, initial());
      asked.length = 0;
    },
  };
}

export const finding = (service: string, found_at: number): JournalFinding => ({
  service,
  finding: "missing",
  subject: `object of ${service}`,
  kind: "capture",
  merchant_id: `mer_${"A".repeat(24)}`,
  livemode: false,
  currency: "EUR",
  difference: "-5",
  found_at,
});
