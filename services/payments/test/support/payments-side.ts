import { createExceptionsStore } from "@flowlix/engine";
import { createPools, type Pools } from "@flowlix/persistence";
import { EVERYTHING } from "@flowlix/provider";
import type { Payment, paymentsContract } from "@flowlix/contracts";
import { createLogger, createFairQueue, newId, type Client, type WorkDone } from "@flowlix/runtime";
import { losingAnswers, type LosingPool, type TestDatabase, patientSlots, quietLoop } from "@flowlix/testkit";
import { getPayment } from "../../src/read/get-payment.ts";
import { createPaymentsReads } from "../../src/read/payments-reads.ts";
import { applyRefund } from "../../src/refunds/apply-refund.ts";
import { createReservationsStore } from "../../src/refunds/reservations-store.ts";
import { reserveRefund } from "../../src/refunds/reserve-refund.ts";
import { sweepReservations } from "../../src/refunds/sweep-reservations.ts";
import type { PaymentsDeps } from "../../src/deps.ts";

export const SCOPE = { merchant_id: `mer_${"0".repeat(24)}`, livemode: false };
export const SWEEP_MS = 50_000;

export type SqlOf = Pick<TestDatabase, "sql">;

/** Where a Payment was charged, as its row says it. */
export interface ChargedAt {
  readonly provider: string;
  readonly provider_account: string | null;
  /** Which of its orders it was; null for the first. */
  readonly card_attempt: number | null;
  readonly route: string | null;
}

const AT_OUR_OWN: ChargedAt = {
  provider: "sandbox",
  provider_account: null,
  card_attempt: null,
  route: null,
};

/** What the owner of Refunds works with: the use cases that it calls, on their own tables. */
export interface PaymentsSide {
  readonly reservations: PaymentsDeps["reservations"];
  readonly exceptions: PaymentsDeps["exceptions"];
  /** The calls that the owner of Refunds makes, over given stores. */
  client(changes?: Partial<Pick<PaymentsDeps, "reservations">>): Client<"refunds", typeof paymentsContract>;
  /** Sweeps once, asking the given owner of Refunds. */
  sweep(
    preventRefund: PaymentsDeps["preventRefund"],
    changes?: Partial<Pick<PaymentsDeps, "reservations">>,
  ): Promise<WorkDone>;
  payment(id: string): Promise<Payment>;
  /** A Payment that has succeeded, at the installation's own acquirer unless told. */
  paid(amount?: number, currency?: string, at?: ChargedAt | null): Promise<string>;
  /** In which currencies new Refunds are accepted. */
  accepts(...currencies: string[]): void;
  /** Answers to the statements that reserve and settle can be lost after their commit. */
  readonly answers: Pick<LosingPool, "lose" | "mend">;
  close(): Promise<void>;
}

/** As the owner's, except that nobody waits too long on a slow machine. */
const newQueue = () =>
  createFairQueue({ atOnce: 3, waitingOfKeyMax: 256, waitingMax: 1_024, waitMaxMs: 600_000 });

export async function openPaymentsSide(database: TestDatabase, sql: SqlOf): Promise<PaymentsSide> {
  const pools: Pools = await createPools({
    url: database.urlOf("payments"),
    name: "test",
    hot: 3,
    read: 2,
    background: 2,
  });
  const answers = losingAnswers(pools.hot);
  let paymentCurrencies = ["EUR", "GBP"];
  const exceptions = createExceptionsStore({
    schema: "payments",
    background: pools.background,
    dataSource: pools.dataSource,
    newId: () => newId("anomaly"),
    onRecorded: () => undefined,
  });
  const refundsOn = (reservations: PaymentsDeps["reservations"]) => ({
    reservations,
    refundQueue: newQueue(),
    backgroundRefunds: { reservations, refundQueue: newQueue() },
  });
  const ownReservations = createReservationsStore(answers.pool, pools.background);
  const depsOf = ({ reservations = ownReservations }: Partial<Pick<PaymentsDeps, "reservations">> = {}) => ({
    ...refundsOn(reservations),
    exceptions,
    acquirers: { of: () => ({ capabilities: EVERYTHING }) },
    sweepSlots: patientSlots(),
    sweepLoop: quietLoop,
    logger: createLogger({ service: "payments", instance: "test", level: "silent" }),
    settings: {
      paymentCurrencies,
      reservationSweepMs: SWEEP_MS,
      ownerDeadlineMs: 23_000,
      threeDSecureExpiryMs: 900_000,
      hostedPageExpiryMs: 3_600_000,
      publicUrl: "https://pay.example",
    },
  });
  return {
    reservations: ownReservations,
    exceptions,
    client: ({ reservations = ownReservations } = {}) => {
      // Each process has its own queues, so that one that dies holds up no other.
      const refunds = refundsOn(reservations);
      const deps = () => ({ ...depsOf(), ...refunds });
      return {
        reserveRefund: (params) => reserveRefund(deps(), params),
        applyRefund: (params) => applyRefund(deps(), params),
      };
    },
    sweep: (preventRefund, changes) => sweepReservations({ ...depsOf(changes), preventRefund }),
    payment: (id) => getPayment({ reads: createPaymentsReads(pools.read) }, { scope: SCOPE, payment_id: id }),
    paid: async (amount = 1_000, currency = "EUR", at = null) => {
      const id = newId("payment");
      const { provider, provider_account, card_attempt, route } = at ?? AT_OUR_OWN;
      await sql.sql(
        `insert into payments.payments
                (id, merchant_id, livemode, amount, currency, status, integration_type, merchant_customer_id,
                 customer_ip_address, return_url, succeeded_at, created_at, version, provider, provider_account,
                 card_attempt, route)
         values ($1, $2, false, $3, $4, 'SUCCEEDED', 'DIRECT', 'customer-1', '203.0.113.7', 'https://shop.example/r',
                 platform.clock(), platform.clock(), 2, $5, $6, $7, $8)`,
        [id, SCOPE.merchant_id, amount, currency, provider, provider_account, card_attempt, route],
      );
      return id;
    },
    accepts: (...currencies) => (paymentCurrencies = currencies),
    answers,
    close: () => pools.close(),
  };
}
