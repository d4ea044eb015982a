import { idempotencyContract, paymentsContract, payoutsContract, refundsContract } from "@flowlix/contracts";
import { createAccounts } from "@flowlix/engine";
import { createJobs } from "@flowlix/engine/jobs";
import { createBusProofs } from "@flowlix/provider";
import { checkSchema, createPools, databaseChecks, type Pools, watchStatements } from "@flowlix/persistence";
import { clientFor, defineModule, healthOf, poolMetrics, type Host, type Logger } from "@flowlix/runtime";
import { reconcilerConfig, type ReconcilerConfig } from "./config.ts";
import type { Owners } from "./owners.ts";
import { reconcilerService } from "./reconciler.service.ts";
import { reconcilerSchema } from "./schema.ts";
import { createStatement } from "./statement/create-statement.ts";
import { reconcilerTasks } from "./tasks.ts";

const NAME = "reconciler";
/**
 * Connections of each kind; jobs, reads and long work never wait for each other (docs/design/architecture.md#rule-12).
 */
const POOL_SIZES = { hot: 2, read: 2, background: 3 };

export const reconcilerModule = defineModule({
  name: NAME,
  config: reconcilerConfig,
  async start(host, config) {
    const pools = await openPools(config, host.logger);
    observePools(host, pools);
    const owners = ownersOf(host);
    const proofs = createBusProofs(config.ACQUIRER_SECRET_KEYS);
    const accounts = createAccounts(host, { name: NAME, pool: pools.hot, proofs });
    const statement = createStatement(host, config, { pools, owners, accounts: accounts.registry });
    const tasks = reconcilerTasks(owners, statement.task);
    const jobs = createJobs(host, { pool: pools.hot, table: `${NAME}.turns`, tasks });
    const health = healthOf({ ping: () => pools.ping(), loops: host.loops });
    return {
      services: [
        reconcilerService({
          jobs,
          statement,
          accounts,
          auditRows: pools.dataSource,
          read: pools.read,
          health,
        }),
      ],
      afterStart: async () => {
        await accounts.start();
        await jobs.start();
      },
      checks: databaseChecks(pools),
      stopJobs: async () => void (await Promise.all([jobs.stop(), accounts.stop()])),
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
