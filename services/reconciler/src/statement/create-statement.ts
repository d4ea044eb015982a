import type { Pools } from "@flowlix/persistence";
import {
  ACQUIRERS,
  createProvider,
  createStatementRules,
  type Provider,
  type ProviderAdapter,
} from "@flowlix/provider";
import {
  circuitMetrics,
  createAccountAdapters,
  createAccountProviders,
  providerMetrics,
} from "@flowlix/engine";
import type { Task } from "@flowlix/engine/jobs";
import { outgoingCalls, type Host } from "@flowlix/runtime";
import type { ReconcilerConfig } from "../config.ts";
import { createDifferencesStore } from "./differences-store.ts";
import { createEdgesStore } from "./edges-store.ts";
import type { JournalOwners } from "./owners.ts";
import { createRunsStore } from "./runs-store.ts";
import type { StatementSources } from "./source.ts";
import { createAccountSources, type AccountSourcesDeps } from "./account-sources.ts";
import { createStagingStore } from "./staging-store.ts";
import type { StatementDeps } from "./statement-actions.ts";
import { observeStatements, statementMetrics } from "./statement-metrics.ts";
import { statementTask } from "./statement-task.ts";

export interface Statement extends StatementDeps {
  readonly task: Task;
  /** Ends the connections to the provider once nothing is read any more. */
  shutdown(): Promise<void>;
}

/** What the service has beside the installation's own acquirer. */
export interface StatementParts {
  readonly pools: Pools;
  readonly owners: JournalOwners;
  readonly accounts: AccountSourcesDeps["registry"];
}

/** The comparison of statements, with everything it needs. */
export function createStatement(
  host: StatementHost,
  config: ReconcilerConfig,
  { pools, owners, accounts }: StatementParts,
): Statement {
  const measured = observers(host);
  const portOf = (adapter: ProviderAdapter): Provider =>
    createProvider({
      adapter,
      trace: outgoingCalls(host.tracer, adapter.name),
      onBroken: (broken) => host.logger.error(broken, "the provider's adapter broke"),
      observe: measured(adapter),
    });
  // Reads statements and nothing else: where payers and callbacks go is not its business.
  const own = portOf(ACQUIRERS.sandbox.createAdapter(config, { connections: 2 }));
  circuitMetrics(host.metrics, own, ["statement"]);
  const adapterOf = createAccountAdapters({
    ring: config.ACQUIRER_SECRET_KEYS,
    publicUrl: "",
    loopback: config.ACQUIRER_LOOPBACK === "true",
  });
  const ports = createAccountProviders((account) => portOf(adapterOf(account)));
  const sources: StatementSources = {
    own: { port: own, account: null },
    ...createAccountSources({
      registry: accounts,
      adapterOf,
      rulesOf: (adapter) => createStatementRules(adapter.statement),
      ports,
    }),
  };
  const runs = createRunsStore(pools);
  const differences = createDifferencesStore(pools);
  observeStatements(host.metrics, sources, { runs, differences });
  const task = statementTask({
    sources,
    owners,
    runs,
    staging: createStagingStore(pools.background),
    differences,
    edges: createEdgesStore(pools.background),
    pools,
    logger: host.logger,
    onCompared: statementMetrics(host.metrics),
    afterJob: () => ports.sweep(),
  });
  return {
    sources,
    runs,
    differences,
    task,
    shutdown: async () => void (await Promise.all([own.shutdown(), ports.shutdown()])),
  };
}

type StatementHost = Pick<Host, "metrics" | "logger" | "tracer">;

/** Calls are counted by acquirer and never by account: there are as many accounts as merchants. */
function observers({ metrics }: StatementHost) {
  const made = new Map<string, ReturnType<typeof providerMetrics>>();
  return (adapter: ProviderAdapter) => {
    const key = `${adapter.name} ${adapter.livemode}`;
    const known = made.get(key) ?? providerMetrics(metrics, adapter, ["statement"]);
    made.set(key, known);
    return known;
  };
}
