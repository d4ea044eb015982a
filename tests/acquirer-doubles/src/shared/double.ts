import type { Book } from "./book.ts";
import type { DoubleClock } from "./double-clock.ts";
import type { Faults } from "./faults.ts";
import type { DoubleServer } from "./http-server.ts";
import type { Webhooks } from "./webhooks.ts";

/** What an account is told, so that it leads to a double. */
export interface DoubleAccount {
  readonly acquirer: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, string>>;
}

/** An account of settings as the adapter takes them, secrets among them. */
export function accountOf(acquirer: string, values: object, secretNames: readonly string[]): DoubleAccount {
  const isSecret = ([name]: readonly [string, unknown]) => secretNames.includes(name);
  const all: [string, unknown][] = Object.entries(values);
  const secrets = all.filter(isSecret).map(([name, value]) => [name, String(value)]);
  return {
    acquirer,
    settings: Object.fromEntries(all.filter((entry) => !isSecret(entry))),
    secrets: Object.fromEntries(secrets),
  };
}

/** A double that runs. */
export interface Double {
  /** Absent where merchants cannot be given an account at it yet. */
  readonly account?: DoubleAccount;
  /** For people: which cards come to what. */
  readonly cards?: string;
  readonly server: DoubleServer;
  readonly book: Book;
  readonly faults: Faults;
  readonly clock: DoubleClock;
  readonly webhooks: Webhooks;
  stop(): Promise<void>;
}

/** What every double is started with; the rest has defaults of its own. */
export interface DoubleOptions {
  /** 0 for any that is free. */
  readonly port?: number;
  readonly webhookUrl?: string;
  /** Webhooks twice and out of order; true unless told. */
  readonly mischief?: boolean;
  /** How often a webhook that is not taken is posted, half a second apart; a few times unless told. */
  readonly webhookTries?: number;
  /** Its time stands until somebody moves its clock on; false unless told. */
  readonly timeStands?: boolean;
}
