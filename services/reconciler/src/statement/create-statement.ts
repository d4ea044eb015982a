import type { Pools } from "@flowlix/persistence";
import { ACQUIRERS, createProvider, type Provider } from "@flowlix/provider";
import { circuitMetrics, providerMetrics } from "@flowlix/engine";
import type { Task } from "@flowlix/engine/jobs";
import { outgoingCalls, type Host } from "@flowlix/runtime";
import type { ReconcilerConfig } from "../config.ts";
import { createDifferencesStore } from "./differences-store.ts";
import { createEdgesStore } from "./edges-store.ts";
import type { JournalOwners } from "./owners.ts";
import { createRunsStore } from "./runs-store.ts";
import { NO_ACCOUNTS } from "./source.ts";
import { createStagingStore } from "./staging-store.ts";
import type { StatementDeps } from "./statement-actions.ts";
import { observeStatements, statementMetrics } from "./statement-metrics.ts";
import { statementTask } from "./statement-task.ts";

export interface Statement extends StatementDeps {
  readonly task: Task;
  /** Ends the connections to the provider once nothing is read any more. */
  shutdown(): Promise<void>;
}

/** The comparison of the provider's statement, with everything it needs. */
export function createStatement(
  host: Pick<Host, "metrics" | "logger" | "tracer">,
  config: ReconcilerConfig,
  pools: Pools,
  owners: JournalOwners,
): Statement {
  const provider = sandboxProvider(host, config);
  circuitMetrics(host.metrics, provider, ["statement"]);
  const runs = createRunsStore(pools);
  const differences = createDifferencesStore(pools);
  const staging = createStagingStore(pools.background);
  const edges = createEdgesStore(pools.background);
  const onCompared = statementMetrics(host.metrics);
  const sources = { own: { port: provider, account: null }, ...NO_ACCOUNTS };
  observeStatements(host.metrics, sources, { runs, differences });
  const { logger } = host;
  const task = statementTask({
    sources,
    owners,
    runs,
    staging,
    differences,
    edges,
    pools,
    logger,
    onCompared,
  });
  return { sources, runs, differences, task, shutdown: () => provider.shutdown() };
}

/** Reads statements and nothing else: where payers and callbacks go is not its business. */
function sandboxProvider(
  { metrics, logger, tracer }: Pick<Host, "metrics" | "logger" | "tracer">,
  config: ReconcilerConfig,
): Provider {
  const adapter = ACQUIRERS.sandbox.createAdapter(config, { connections: 2 });
  return createProvider({
    adapter,
    trace: outgoingCalls(tracer, adapter.name),
    onBroken: (broken) => logger.error(broken, "the provider's adapter broke"),
    observe: providerMetrics(metrics, adapter, ["statement"]),
  });
}
