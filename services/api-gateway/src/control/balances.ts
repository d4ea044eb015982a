import { MOVEMENTS, type JournalKind, type JournalTotal, type LedgerAccount } from "@flowlix/contracts";
import { modeOf, type Mode } from "../store/mode.ts";

/** What moved for a merchant in one mode and currency, in minor units. */
export interface Balance extends Readonly<Record<LedgerAccount, string>> {
  readonly mode: Mode;
  readonly currency: string;
  readonly captured: string;
  readonly refunded: string;
  readonly paid_out: string;
  /** Charged after an end, and not made the object's own since. */
  readonly late_charges: string;
  /** Late charges that were given back. */
  readonly reversed: string;
  readonly late_refunds: string;
  readonly late_payouts: string;
  /** What went the other way after a success: captures, refunds, payouts. */
  readonly captures_declined: string;
  readonly refunds_failed_later: string;
  readonly payouts_returned: string;
}

type Sums = ReadonlyMap<JournalKind, bigint>;

/** Balances by mode, the live ones first, and currency. What the provider holds is what is owed and in suspense. */
export function balancesOf(totals: readonly JournalTotal[]): Balance[] {
  const groups = new Map<string, { livemode: boolean; currency: string; sums: Map<JournalKind, bigint> }>();
  for (const { livemode, currency, kind, amount } of totals) {
    const key = `${livemode ? 0 : 1} ${currency}`;
    const group = groups.get(key) ?? { livemode, currency, sums: new Map<JournalKind, bigint>() };
    group.sums.set(kind, (group.sums.get(kind) ?? 0n) + BigInt(amount));
    groups.set(key, group);
  }
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { livemode, currency, sums }]) => ({ mode: modeOf(livemode), currency, ...shown(sums) }));
}

function shown(sums: Sums): Omit<Balance, "mode" | "currency"> {
  const of = (kind: JournalKind) => sums.get(kind) ?? 0n;
  return {
    captured: String(of("capture")),
    refunded: String(of("refund")),
    paid_out: String(of("payout")),
    late_charges: String(of("late_charge") - of("late_charge_adopted")),
    reversed: String(of("reversal")),
    late_refunds: String(of("late_refund")),
    late_payouts: String(of("late_payout")),
    captures_declined: String(of("capture_declined")),
    refunds_failed_later: String(of("refund_failed_later")),
    payouts_returned: String(of("payout_returned")),
    ...accountsOf(sums),
  };
}

/** What the provider holds is an asset, which debits raise; the other two are owed, which credits raise. */
function accountsOf(sums: Sums): Record<LedgerAccount, string> {
  const balance = (account: LedgerAccount): string => {
    let raised = 0n;
    for (const [kind, amount] of sums) {
      const { debit, credit } = MOVEMENTS[kind];
      if (debit === account) raised += amount;
      if (credit === account) raised -= amount;
    }
    return String(account === "provider" ? raised : -raised);
  };
  return { provider: balance("provider"), merchant: balance("merchant"), suspense: balance("suspense") };
}
