import type { AcquirerAccount } from "@flowlix/contracts";
import type { AccountsStore } from "./accounts-store.ts";

/**
 * The accounts as this process knows them: never older than the pause between two reads, while the database is there.
 */
export interface AccountRegistry {
  byId(id: string): AcquirerAccount | undefined;
  /** Of every merchant and both modes; disabled ones too. */
  all(): readonly AcquirerAccount[];
  /** A merchant's of a mode, in the order of their ids; disabled ones too. */
  of(merchantId: string, livemode: boolean): readonly AcquirerAccount[];
  /** Takes what was changed since the last read. Errors: the driver's. */
  read(): Promise<void>;
}

const AT_ONCE = 500;

/** `onChanged` is called for each account that another copy replaced. */
export function createAccountRegistry(
  store: Pick<AccountsStore, "after">,
  onChanged: (account: AcquirerAccount) => void = () => undefined,
): AccountRegistry {
  const byId = new Map<string, AcquirerAccount>();
  const byMerchant = new Map<string, readonly AcquirerAccount[]>();
  let change = 0;
  let reading: Promise<void> | undefined;

  function take(account: AcquirerAccount): void {
    const before = byId.get(account.id);
    byId.set(account.id, account);
    const key = keyOf(account.merchant_id, account.livemode);
    const others = (byMerchant.get(key) ?? []).filter(({ id }) => id !== account.id);
    byMerchant.set(
      key,
      [...others, account].toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    );
    change = Math.max(change, account.change);
    if (before !== undefined) onChanged(account);
  }

  async function readAll(): Promise<void> {
    for (;;) {
      const changed = await store.after(change, AT_ONCE);
      for (const account of changed) take(account);
      if (changed.length < AT_ONCE) return;
    }
  }

  return {
    byId: (id) => byId.get(id),
    all: () => [...byId.values()],
    of: (merchantId, livemode) => byMerchant.get(keyOf(merchantId, livemode)) ?? [],
    read: () =>
      (reading ??= readAll().finally(() => {
        reading = undefined;
      })),
  };
}

const keyOf = (merchantId: string, livemode: boolean): string => `${merchantId} ${livemode}`;
