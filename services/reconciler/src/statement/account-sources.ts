import type { AcquirerAccount } from "@flowlix/contracts";
import type { AccountProviders } from "@flowlix/engine";
import type { Provider, ProviderAdapter, ProviderStatement } from "@flowlix/provider";
import type { StatementSource, StatementSources, UnreadSource } from "./source.ts";

export interface AccountSourcesDeps {
  readonly registry: { all(): readonly AcquirerAccount[] };
  /** Errors: where the account cannot be used by this process. */
  readonly adapterOf: (account: AcquirerAccount) => ProviderAdapter;
  /** How an adapter cuts its days, without its being called. */
  readonly rulesOf: (adapter: ProviderAdapter) => StatementRules;
  /** Over which statements are read: made at the first use, and bounded. */
  readonly ports: Pick<AccountProviders<Pick<Provider, "statement">>, "of">;
}

type StatementRules = Pick<ProviderStatement, "cutOffMs" | "postedWithinMs" | "boundsOf" | "dayOf">;

/** What is known of one change of an account; a version comes again with other content after a restored backup. */
type Known = { readonly change: number } & (
  | { readonly source: StatementSource; readonly unread?: undefined }
  | { readonly source?: undefined; readonly unread: UnreadSource }
);

/**
 * Statements of merchants' accounts: of all that are active, whatever their weight. An account that is disabled, has no
 * settings for statements or cannot be used here is told with the reason, and never left out.
 */
export function createAccountSources(
  deps: AccountSourcesDeps,
): Pick<StatementSources, "accounts" | "unread"> {
  const known = new Map<string, Known>();

  function knownOf(account: AcquirerAccount): Known {
    const before = known.get(account.id);
    if (before?.change === account.change) return before;
    const now = learn(deps, account);
    known.set(account.id, now);
    return now;
  }

  const all = (): readonly Known[] =>
    deps.registry
      .all()
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .map(knownOf);
  return {
    accounts: () => all().flatMap(({ source }) => (source === undefined ? [] : [source])),
    unread: () => all().flatMap(({ unread }) => (unread === undefined ? [] : [unread])),
  };
}

function learn({ adapterOf, rulesOf, ports }: AccountSourcesDeps, account: AcquirerAccount): Known {
  const { id, provider, livemode, change, status } = account;
  const unread = (why: UnreadSource["why"]): Known => ({
    change,
    unread: { provider, account: id, livemode, why },
  });
  if (status === "disabled") return unread("disabled");
  let adapter;
  try {
    adapter = adapterOf(account);
  } catch {
    return unread("cannot_be_used");
  }
  const isUnavailable = adapter.statement.unavailable === true;
  const rules = rulesOf(adapter);
  // It has no connection that could fail to end.
  void adapter.shutdown().catch(() => undefined);
  if (isUnavailable) return unread("no_statement_settings");
  const read: ProviderStatement["read"] = (day, take, deadline, requestId) =>
    ports.of(account).statement.read(day, take, deadline, requestId);
  return {
    change,
    source: { port: { name: provider, livemode, statement: { ...rules, read } }, account: id },
  };
}
