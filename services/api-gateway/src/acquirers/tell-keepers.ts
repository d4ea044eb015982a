import { ACCOUNTS_AT_ONCE, type AcquirerAccount } from "@flowlix/contracts";
import type { Pool } from "@flowlix/persistence";
import type { BusProofs } from "@flowlix/provider";
import { newId, repeatedFailures, type Logger, type Loop } from "@flowlix/runtime";
import { changedAfter, lastChange, tellAllAnew } from "../store/acquirer-changes.ts";

/** A service that keeps a copy of the accounts. */
export interface AccountKeeper {
  keepAcquirerAccounts(
    asked: { accounts: AcquirerAccount[]; proof?: string },
    call: { requestId: string; timeoutMs: number },
  ): Promise<{ change: number }>;
}

export interface TellingDeps {
  readonly pool: Pool;
  /** By name. */
  readonly keepers: Readonly<Record<string, AccountKeeper>>;
  readonly proofs: Pick<BusProofs, "of">;
  readonly loop: Loop;
  readonly logger: Pick<Logger, "info" | "warn" | "error">;
}

export interface Telling {
  /** Tells what has just been committed; a keeper that cannot be reached is told by a later job. Never rejects. */
  now(): Promise<void>;
  start(): void;
  /** Resolves when the turn under way has ended. */
  stop(): Promise<void>;
}

const EVERY_MS = 3_000;
const CALL_TIMEOUT_MS = 5_000;

/**
 * Keeps the copies of the accounts current: each keeper is asked for the last change that it has, and sent what came
 * after, in order. A message that is lost is sent again by the next turn, and several gateways do no harm to each
 * other.
 */
export function createTelling({ pool, keepers, proofs, loop, logger }: TellingDeps): Telling {
  const failures = repeatedFailures({
    logger,
    failed: "services were not told of the accounts at acquirers; it is tried again",
    again: "services are told of the accounts at acquirers again",
  });
  /** What each keeper said last; a question can be spared while nothing was changed. */
  const kept = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> | undefined;
  let turns = 0;

  async function tell(name: string, keeper: AccountKeeper, last: number): Promise<void> {
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
    if (has > last) await tellAllAnew(pool, has);
    for (;;) {
      const accounts = await changedAfter(pool, has, ACCOUNTS_AT_ONCE);
      if (accounts.length === 0) return;
      const before = has;
      has = await keep(accounts);
      if (has <= before) throw new Error(`${name} keeps no accounts that it is sent`);
    }
  }

  async function turn(): Promise<void> {
    const last = await lastChange(pool);
    // Every twentieth turn asks all the same: a keeper may have lost what it had.
    turns += 1;
    const behind = Object.entries(keepers).filter(
      ([name]) => last > 0 && (turns % 20 === 0 || kept.get(name) !== last),
    );
    const told = await Promise.allSettled(behind.map(([name, keeper]) => tell(name, keeper, last)));
    const failed = told.find((one) => one.status === "rejected");
    if (failed !== undefined) throw failed.reason;
  }

  const turnOnce = (): Promise<void> =>
    (underWay ??= loop
      .run(turn)
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
      await turnOnce();
    },
    start() {
      timer = setInterval(() => void turnOnce(), EVERY_MS);
      timer.unref();
    },
    stop: async () => {
      clearInterval(timer);
      await underWay;
    },
  };
}
