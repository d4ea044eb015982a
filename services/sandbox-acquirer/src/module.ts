import { checkSchema, createPools, databaseChecks, type Pools, watchStatements } from "@flowlix/persistence";
import { defineModule, poolMetrics, type Host, type Logger, type Running } from "@flowlix/runtime";
import { createCallbackDelivery, type CallbackDelivery } from "./callbacks/deliver-callbacks.ts";
import { ACQUIRER_CONFIG, type AcquirerConfig } from "./config.ts";
import { createFront } from "./http/front.ts";
import { startLoop, type Loop } from "./loop.ts";
import { createAcquirerMetrics, type AcquirerMetrics } from "./metrics.ts";
import { createFinaliseDue, type FinaliseDue } from "./orders/finalise-due.ts";
import { runInBackground } from "./pool.ts";
import { sandboxAcquirerSchema } from "./schema.ts";
import { createFinaliseTransfers, type FinaliseTransfers } from "./transfers/finalise-transfers.ts";

const NAME = "sandbox-acquirer";
/** The shared commits of new orders, refunds and payouts with two statements each under way; others wait their turn. */
const HOT_CONNECTIONS = 6;
const READ_CONNECTIONS = 4;
const BACKGROUND_CONNECTIONS = 2;
/** An asynchronous result shows this much after its time at the latest, when nobody reads it. */
const LOOP_PAUSE_MS = 200;
/** Of each loop's rounds, and of what is recorded of a callback. */
const ROUNDS = { runMaxMs: 60_000, retryMaxMs: 1_000 };

/** The simulated card acquirer of Sandbox mode (README). Has no actions and calls no service. */
export const sandboxAcquirerModule = defineModule({
  name: NAME,
  config: ACQUIRER_CONFIG,
  async start(host, config) {
    const pools = await openPools(config, host.logger);
    const { hot, read, background } = pools;
    poolMetrics(host.metrics, "sandbox-acquirer", { hot, read, background }, watchStatements);
    return run(host, config, pools);
  },
});

async function openPools(config: AcquirerConfig, logger: Logger): Promise<Pools> {
  const pools = await createPools({
    url: config.ACQUIRER_DATABASE_URL,
    name: "sandbox-acquirer",
    hot: HOT_CONNECTIONS,
    read: READ_CONNECTIONS,
    background: BACKGROUND_CONNECTIONS,
    onIdleError: (error) => logger.warn({ err: error }, "an idle database connection broke"),
    onWait: (line) => logger.warn(line),
    warm: {},
  });
  try {
    await checkSchema(pools.read, sandboxAcquirerSchema);
    return pools;
  } catch (error) {
    await pools.close();
    throw error;
  }
}

function run(host: Host, config: AcquirerConfig, pools: Pools): Running {
  const metrics = createAcquirerMetrics(host.metrics);
  const finaliseDue = createFinaliseDue(pools.hot);
  const finaliseTransfers = createFinaliseTransfers(pools.hot);
  const delivery = createCallbackDelivery({
    background: runInBackground(pools),
    secret: config.ACQUIRER_CALLBACK_SECRET,
    logger: host.logger,
    metrics,
    recording: host.loops.add({ name: `${NAME}.recordCallbacks`, ...ROUNDS, onDemand: true }),
  });
  const front = createFront({ host, config, pools, metrics, finaliseDue, finaliseTransfers });
  let loops: Loop[] = [];

  return {
    async afterStart() {
      await front.open();
      loops = startLoops({ host, finaliseDue, finaliseTransfers, delivery, metrics });
    },
    checks: databaseChecks(pools),
    stopAccepting: () => front.close(),
    async stopJobs() {
      await Promise.all(loops.map((loop) => loop.stop()));
      await delivery.close();
    },
    flush: () => front.flush(),
    close: () => pools.close(),
    addresses: () => front.addresses(),
  };
}

interface JobDeps {
  readonly host: Host;
  readonly finaliseDue: FinaliseDue;
  readonly finaliseTransfers: FinaliseTransfers;
  readonly delivery: CallbackDelivery;
  readonly metrics: AcquirerMetrics;
}

function startLoops({ host, finaliseDue, finaliseTransfers, delivery, metrics }: JobDeps): Loop[] {
  const finalising = (due: { finaliseSome(): Promise<number> }) => async () => {
    const finalised = await due.finaliseSome();
    if (finalised > 0) metrics.resultsFinalised(finalised);
    return finalised > 0;
  };
  const shared = (name: string, as: string) => ({
    name,
    pauseMs: LOOP_PAUSE_MS,
    logger: host.logger,
    reports: host.loops.add({ name: `${NAME}.${as}`, ...ROUNDS }),
  });
  return [
    startLoop({ ...shared("settle_due", "settleOrders"), round: finalising(finaliseDue) }),
    startLoop({ ...shared("settle_transfers", "settleTransfers"), round: finalising(finaliseTransfers) }),
    startLoop({ ...shared("deliver_callbacks", "deliverCallbacks"), round: () => delivery.deliverSome() }),
  ];
}
