import type { AcquirerAccount } from "@flowlix/contracts";

/** The actions of a service that keeps copies of acquirer accounts: it keeps what it is sent, in memory. */
export function scriptedAccounts() {
  const kept = new Map<string, AcquirerAccount>();
  const reported: { accounts: AcquirerAccount[]; proof?: string }[] = [];
  const last = () => Math.max(0, ...[...kept.values()].map(({ change }) => change));
  return {
    kept,
    /** Every message with accounts. */
    reported,
    actions: {
      keepAcquirerAccounts: async (asked: { accounts: AcquirerAccount[]; proof?: string }) => {
        const { accounts } = asked;
        if (accounts.length > 0) reported.push(asked);
        for (const account of accounts) kept.set(account.id, account);
        return { change: last() };
      },
      checkAcquirerAccount: async ({ account_id: id }: { account_id: string }) => ({
        version: kept.get(id)?.version ?? null,
        opens: kept.has(id),
        answered: null,
      }),
    },
  };
}
