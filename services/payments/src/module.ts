import { setTimeout as pause } from "node:timers/promises";
import { createDecryptor } from "@flowlix/cards";
import { refundsContract } from "@flowlix/contracts";
import { startOwner, type Owner } from "@flowlix/engine";
import { SOON } from "@flowlix/engine/jobs";
import {
  clientFor,
  createFairQueue,
  defineModule,
  DueSlots,
  ownerDeadlineMs,
  JOB_SLOTS,
  type Host,
} from "@flowlix/runtime";
import { createReturnTokens } from "./authentication/return-token.ts";
import { paymentsConfig, type PaymentsConfig } from "./config.ts";
import type { PaymentsDeps } from "./deps.ts";
import { createHostedStore } from "./hosted/hosted-store.ts";
import { createSyncStore } from "./status-sync/sync-store.ts";
import { paymentsMetrics, reportExpiry } from "./metrics.ts";
import { paymentsOwner } from "./owner.ts";
import { createPaymentsStore } from "./payment/payments-store.ts";
import { paymentsService } from "./payments.service.ts";
import { createPaymentsLists } from "./read/payments-lists.ts";
import { createPaymentsReads } from "./read/payments-reads.ts";
import { createReservationsStore } from "./refunds/reservations-store.ts";
import { paymentsTasks } from "./tasks.ts";

/** Refunds at once in one process: fewer than there are connections for creates, which they share. */
const REFUND_QUEUE = { atOnce: 3, waitingOfKeyMax: 256, waitingMax: 1_024, waitMaxMs: 10_000 };
/** Beside those: what status syncs found, reported without a request that waits for it, and what sweeps find. */
const BACKGROUND_REFUND_QUEUE = { ...REFUND_QUEUE, atOnce: 2 };
const VOID_TIMEOUT_MS = 5_000;

export const paymentsModule = defineModule({
  name: "payments",
  config: paymentsConfig,
  async start(host, config) {
    const owner = await startOwner(host, config, paymentsOwner, config.PAYMENTS_DATABASE_URL);
    reportExpiry(host.metrics, config);
    const deps = depsOf(host, owner, config);
    return owner.run({
      services: [paymentsService(owner, deps)],
      tasks: paymentsTasks(owner, deps),
      slots: [deps.sweepSlots],
      flush: () => Promise.all([deps.store.flush(), deps.hosted.flush()]),
    });
  },
});

function depsOf({ broker, metrics, loops }: Host, owner: Owner, config: PaymentsConfig): PaymentsDeps {
  const { pools, acquirers, relaySoon } = owner;
  const refunds = clientFor(broker, "payments", refundsContract);
  return {
    ...owner.deps,
    store: createPaymentsStore(pools.hot, relaySoon),
    hosted: createHostedStore(pools.hot, pools.read, relaySoon),
    reads: createPaymentsReads(pools.read),
    lists: createPaymentsLists(pools.read, paymentsOwner.pools.read),
    syncs: createSyncStore(pools.background),
    reservations: createReservationsStore(pools.hot, pools.background),
    refundQueue: createFairQueue(REFUND_QUEUE),
    backgroundRefunds: {
      reservations: createReservationsStore(pools.background, pools.background),
      refundQueue: createFairQueue(BACKGROUND_REFUND_QUEUE),
    },
    preventRefund: (asked) => refunds.void(asked, { requestId: "", timeoutMs: VOID_TIMEOUT_MS }),
    acquirers,
    decryptor: createDecryptor(config.CARD_KEYS, "card"),
    returnTokens: createReturnTokens(config.RETURN_TOKEN_KEY),
    settings: settingsOf(config),
    metrics: paymentsMetrics(metrics, owner.metrics),
    sweepSlots: new DueSlots(JOB_SLOTS),
    sweepLoop: loops.add({ name: "payments.sweepReservation", ...SOON, retryMaxMs: 60_000, onDemand: true }),
    pause,
  };
}

const settingsOf = (config: PaymentsConfig): PaymentsDeps["settings"] => ({
  ownerDeadlineMs: ownerDeadlineMs(config.REQUEST_DEADLINE),
  threeDSecureExpiryMs: config.THREE_D_SECURE_EXPIRY,
  hostedPageExpiryMs: config.HOSTED_PAGE_EXPIRY,
  paymentCurrencies: config.PAYMENT_CURRENCIES.map((code) => code.toUpperCase()),
  reservationSweepMs: 2 * config.REQUEST_DEADLINE,
  publicUrl: config.PUBLIC_URL,
});
