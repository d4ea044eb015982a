import { ACCOUNTS_AT_ONCE, type AcquirerAccount } from "@flowlix/contracts";
import type { Pool } from "@flowlix/persistence";
import type { BusProofs } from "@flowlix/provider";
import { newId, repeatedFailures, type Logger, type Loop } from "@flowlix/runtime";
import { changedAfter, lastChange, renumberAll } from "../store/acquirer-changes.ts";

/** A service that keeps a copy of the accounts. */
export interface AccountKeeper {
  keepAcquirerAccounts(
    asked: { accounts: AcquirerAccount[]; proof?: string },
    call: { requestId: string; timeoutMs: number },
  ): Promise<{ change: number }>;
}

export interface SenderDeps {
  readonly pool: Pool;
  /** By name. */
  readonly keepers: Readonly<Record<string, AccountKeeper>>;
  readonly proofs: Pick<BusProofs, "of">;
  readonly loop: Loop;
  readonly logger: Pick<Logger, "info" | "warn" | "error">;
}

export interface AccountsSender {
  /** Sends what has just been committed. A keeper that cannot be reached gets it in a later run. Never rejects. */
  now(): Promise<void>;
  start(): void;
  /** Resolves when the run under way has ended. */
  stop(): Promise<void>;
}

const EVERY_MS = 3_000;
const CALL_TIMEOUT_MS = 5_000;

/**
 * Keeps the copies of the accounts current: each keeper is asked for the last change that it has, and sent what came
 * after, in order. A message that is lost is sent again by the next run, and several gateways do no harm to each
 * other.
 */
export function createAccountsSender({ pool, keepers, proofs, loop, logger }: SenderDeps): AccountsSender {
  const failures = repeatedFailures({
    logger,
    failed: "services were not told of the accounts at acquirers; it is tried again",
    again: "services are told of the accounts at acquirers again",
  });
  /** What each keeper said last; a question can be spared while nothing was changed. */
  const kept = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> | undefined;
  let runs = 0;

  async function send(name: string, keeper: AccountKeeper, last: number): Promise<void> {
    const keep = async (accounts: readonly AcquirerAccount[]) => {
      const proof = accounts.length === 0 ? undefined : proofs.of("accounts", accounts);
      const call = { requestId: newId("request"), timeoutMs: CALL_TIMEOUT_MS };
      const { change } = await keeper.keepAcquirerAccounts(
        { accounts: [...accounts], ...(proof === undefined ? {} : { proof }) },
        call,
      );
      kept.set(name, change);
      return change;
    };
    let has = await keep([]);
    if (has > last) await renumberAll(pool, has);
    for (;;) {
      const accounts = await changedAfter(pool, has, ACCOUNTS_AT_ONCE);
      if (accounts.length === 0) return;
      const before = has;
      has = await keep(accounts);
      if (has <= before) throw new Error(`${name} keeps no accounts that it is sent`);
    }
  }

  async function run(): Promise<void> {
    const last = await lastChange(pool);
    // Every twentieth run asks all the same: a keeper may have lost what it had.
    runs += 1;
    const behind = Object.entries(keepers).filter(
      ([name]) => last > 0 && (runs % 20 === 0 || kept.get(name) !== last),
    );
    const sent = await Promise.allSettled(behind.map(([name, keeper]) => send(name, keeper, last)));
    const failed = sent.find((one) => one.status === "rejected");
    if (failed !== undefined) throw failed.reason;
  }

  const runOnce = (): Promise<void> =>
    (underWay ??= loop
      .run(run)
      .then(
        () => failures.cameOff(),
        (error: unknown) => failures.failed(error),
      )
      .finally(() => {
        underWay = undefined;
      }));

  return {
    // One that is under way may have read before the commit.
    now: async () => {
      await underWay;
      await runOnce();
    },
    start() {
      timer = setInterval(() => void runOnce(), EVERY_MS);
      timer.unref();
    },
    stop: async () => {
      clearInterval(timer);
      await underWay;
    },
  };
}
