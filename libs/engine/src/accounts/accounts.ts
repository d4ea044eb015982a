import type { AcquirerAccount } from "@flowlix/contracts";
import type { Pool } from "@flowlix/persistence";
import type { BusProofs } from "@flowlix/provider";
import { repeatedFailures, type Host } from "@flowlix/runtime";
import { createAccountRegistry, type AccountRegistry } from "./account-registry.ts";
import { createAccountsStore, type AccountsStore } from "./accounts-store.ts";

/** Accounts as the gateway sends them. */
export interface SentAccounts {
  readonly accounts: readonly AcquirerAccount[];
  readonly proof?: string | undefined;
}

/** A service's copy of merchants' accounts at acquirers, and what this process knows of it. */
export interface Accounts {
  readonly registry: Pick<AccountRegistry, "byId" | "of" | "all">;
  /** The action `keepAcquirerAccounts`: keeps what is proved, and knows it at once in this process. */
  keep(asked: SentAccounts): Promise<{ change: number }>;
  /** Reads all once, and from then on every `EVERY_MS` what was changed. Errors: the driver's. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The gateway may have sent a change to another process of the service. */
const EVERY_MS = 2_000;

/** `afterRead` is called after each read. */
export function createAccounts(
  { loops, logger }: Pick<Host, "loops" | "logger">,
  { name, pool, proofs }: { readonly name: string; readonly pool: Pool; readonly proofs: BusProofs },
  afterRead: () => Promise<void> = () => Promise.resolve(),
): Accounts {
  const store: AccountsStore = createAccountsStore(pool, name);
  const registry = createAccountRegistry(store);
  const loop = loops.add({
    name: `${name}.readAcquirerAccounts`,
    runMaxMs: 60_000,
    retryMaxMs: EVERY_MS,
  });
  const failures = repeatedFailures({
    logger,
    failed: "the accounts at acquirers were not read; it is tried again",
    again: "the accounts at acquirers are read again",
  });
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> | undefined;

  async function run(): Promise<void> {
    try {
      await loop.run(async () => {
        await registry.read();
        await afterRead();
      });
      failures.cameOff();
    } catch (error) {
      failures.failed(error);
    }
  }

  return {
    registry,
    keep: async ({ accounts, proof }) => {
      if (accounts.length > 0) proofs.check("accounts", accounts, proof);
      const change = await store.keep(accounts);
      if (accounts.length > 0) await registry.read();
      return { change };
    },
    start: async () => {
      await registry.read();
      timer = setInterval(() => {
        underWay ??= run().finally(() => {
          underWay = undefined;
        });
      }, EVERY_MS);
      timer.unref();
    },
    stop: async () => {
      clearInterval(timer);
      await underWay;
    },
  };
}
