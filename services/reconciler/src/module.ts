import {
  idempotencyContract,
  notifierContract,
  paymentsContract,
  payoutsContract,
  refundsContract,
} from "@flowlix/contracts";
import { checkSchema, createPools, databaseChecks, type Pools, watchStatements } from "@flowlix/persistence";
import { clientFor, defineModule, poolMetrics, type Host, type Logger } from "@flowlix/runtime";
import { startClock, type Clock } from "./clock/clock.ts";
import { ownerTasks } from "./clock/owner-tasks.ts";
import type { Owners } from "./clock/owners.ts";
import { createJobsStore } from "./clock/jobs-store.ts";
import { reconcilerConfig, type ReconcilerConfig } from "./config.ts";
import { observeJobs, reconcilerMetrics } from "./metrics.ts";
import { reconcilerService } from "./reconciler.service.ts";
import { reconcilerSchema } from "./schema.ts";
import { createStatement } from "./statement/create-statement.ts";

const NAME = "reconciler";
/**
 * Connections of each kind; turns, reads and long work never wait for each other (docs/design/architecture.md#rule-12).
 */
const POOL_SIZES = { hot: 2, read: 2, background: 3 };

export const reconcilerModule = defineModule({
  name: NAME,
  config: reconcilerConfig,
  async start(host, config) {
    const pools = await openPools(config, host.logger);
    observePools(host, pools);
    const owners = ownersOf(host);
    const statement = createStatement(host, config, pools, owners);
    const tasks = [...ownerTasks(owners), statement.task];
    const jobs = createJobsStore(pools.hot, tasks);
    const metrics = reconcilerMetrics(host.metrics);
    observeJobs(host.metrics, jobs);
    const { logger, tracer, instance } = host;
    let clock: Clock | undefined;
    const databaseAnswers = () =>
      pools.ping().then(
        () => true,
        () => false,
      );
    return {
      services: [reconcilerService({ jobs, statement, auditRows: pools.dataSource, databaseAnswers })],
      afterStart: async () => {
        await jobs.prepare();
        clock = startClock({ tasks, jobs, metrics, logger, tracer, instance });
      },
      checks: databaseChecks(pools),
      stopLoops: async () => clock?.stop(),
      close: async () => {
        await statement.shutdown();
        await pools.close();
      },
    };
  },
});

const ownersOf = ({ broker }: Host): Owners => ({
  idempotency: clientFor(broker, NAME, idempotencyContract),
  payments: clientFor(broker, NAME, paymentsContract),
  refunds: clientFor(broker, NAME, refundsContract),
  payouts: clientFor(broker, NAME, payoutsContract),
  notifier: clientFor(broker, NAME, notifierContract),
});

function observePools({ metrics }: Host, { hot, read, background }: Pools): void {
  poolMetrics(metrics, NAME, { hot, read, background }, watchStatements);
}

async function openPools(config: ReconcilerConfig, logger: Logger): Promise<Pools> {
  const pools = await createPools({
    url: config.RECONCILER_DATABASE_URL,
    name: NAME,
    ...POOL_SIZES,
    entities: reconcilerSchema.entities,
    onIdleError: (error) => logger.warn({ err: error }, "an idle database connection broke"),
    onWait: (line) => logger.warn(line),
    warm: {},
  });
  try {
    await checkSchema(pools.read, reconcilerSchema);
    return pools;
  } catch (error) {
    await pools.close();
    throw error;
  }
}
