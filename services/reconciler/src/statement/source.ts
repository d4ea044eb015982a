import type { Provider } from "@flowlix/provider";

/** What is read of an acquirer here. */
export type StatementPort = Pick<Provider, "name" | "livemode" | "statement">;

/** Whose statements they are, as rows of this service have it: `provider` is `sourceName`. */
export interface Source {
  readonly provider: string;
  readonly livemode: boolean;
}

/** An acquirer's statements: the installation's own, or those of a merchant's account there. */
export interface StatementSource {
  readonly port: StatementPort;
  /** The merchant's account; null for the installation's own acquirer. */
  readonly account: string | null;
}

/** An account whose statements cannot be read, and why, as a code. */
export interface UnreadSource {
  readonly provider: string;
  readonly account: string;
  readonly livemode: boolean;
  readonly why: "no_statement_settings" | "cannot_be_used" | "disabled";
}

/** Everything that statements come from, as this process knows it now. */
export interface StatementSources {
  /** The installation's own acquirer. */
  readonly own: StatementSource;
  /** Of every active account whose statements can be read, in a stable order. */
  readonly accounts: () => readonly StatementSource[];
  /** Of every other account. */
  readonly unread: () => readonly UnreadSource[];
}

/**
 * What the columns `provider` of this service hold. The keys of its tables are those of the release before, which knows
 * no accounts; an account is another provider to it (docs/decisions/0104-statements-of-accounts.md).
 */
export const sourceName = (provider: string, account: string | null): string =>
  account === null ? provider : `${provider} ${account}`;

/** The two that a source's name was made of. */
export function partsOf(name: string): {
  readonly provider: string;
  readonly provider_account: string | null;
} {
  const [provider = name, account] = name.split(" ");
  return { provider, provider_account: account ?? null };
}

export const keyOf = ({ port: { name, livemode }, account }: StatementSource): Source => ({
  provider: sourceName(name, account),
  livemode,
});

/** As owners are asked: whose objects are compared. */
export const ownersScope = ({ port: { name, livemode }, account }: StatementSource) => ({
  livemode,
  provider: name,
  provider_account: account,
});
