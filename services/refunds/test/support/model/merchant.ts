import type { RefundStatus } from "@flowlix/contracts";
import { isDomainError } from "@flowlix/runtime";
import type { StepScheduler, TestDatabase } from "@flowlix/testkit";
import { SCOPE, type PaymentsSide } from "@flowlix/payments/testing";
import { expect } from "chai";
import type { RefundsDeps } from "../../../src/deps.ts";
import { getRefund } from "../../../src/read/get-refund.ts";
import { PAID } from "./refund-rules.ts";

interface MerchantParts {
  readonly paymentId: string;
  readonly scheduler: StepScheduler;
  readonly side: PaymentsSide;
  readonly database: Pick<TestDatabase, "sql">;
}

/** Who remembers all that was told of the Refunds, and finds nothing that takes any of it back. */
export interface Merchant {
  readonly hear: (id: string, status: RefundStatus) => void;
  /** GET of the Payment, at one moment, after the webhooks that may have left by then. */
  readonly readPayment: () => Promise<void>;
  /** GET of the Refund at a process of its owner. */
  readonly readRefund: (deps: RefundsDeps, id: string) => Promise<void>;
}

/** PENDING is no promise: a reservation may come to nothing. */
const RANK: Readonly<Record<RefundStatus, number>> = { PENDING: 0, PROCESSING: 1, SUCCEEDED: 2, FAILED: 2 };
const IN_FLIGHT: readonly RefundStatus[] = ["PENDING", "PROCESSING"];

const STATUS_OF_EVENT: Readonly<Record<string, RefundStatus>> = {
  "refund.processing": "PROCESSING",
  "refund.succeeded": "SUCCEEDED",
  "refund.failed": "FAILED",
};

export function createMerchant({ paymentId, scheduler, side, database }: MerchantParts): Merchant {
  const reported = new Map<string, RefundStatus>();
  const rankOf = (status: RefundStatus | undefined) => (status === undefined ? 0 : RANK[status]);

  function hear(id: string, status: RefundStatus): void {
    if (rankOf(status) > rankOf(reported.get(id))) reported.set(id, status);
  }

  function compare(
    where: string,
    id: string,
    before: RefundStatus | undefined,
    now: RefundStatus | undefined,
  ) {
    const kept = rankOf(before) < 2 ? rankOf(now) >= rankOf(before) : now === before;
    expect(kept, `${where} says ${String(now)} of ${id}, which was told to be ${String(before)}`).to.equal(
      true,
    );
  }

  async function takeWebhooks(): Promise<void> {
    const events = await database.sql(
      `select o.object_id, o.event_type from refunds.outbox as o join refunds.refunds as r on r.id = o.object_id
        where r.payment_id = $1 and o.version <= r.acknowledged_version order by o.version`,
      [paymentId],
    );
    for (const { object_id, event_type } of events) {
      const status = STATUS_OF_EVENT[String(event_type)];
      if (status === undefined) throw new Error(`an event of type ${String(event_type)}`);
      hear(String(object_id), status);
    }
  }

  async function look(): Promise<void> {
    await takeWebhooks();
    const { refunds, amount_refunded, amount_refundable } = await side.payment(paymentId);
    for (const [id, before] of reported)
      compare("the Payment", id, before, refunds.find((one) => one.id === id)?.status);
    for (const { id, status } of refunds) hear(id, status);
    const inFlight = refunds.filter(({ status }) => IN_FLIGHT.includes(status));
    const held = inFlight.reduce((sum, { amount }) => sum + amount, 0);
    expect(amount_refundable, "what is shown in flight is held, and nothing else").to.equal(
      PAID - amount_refunded - held,
    );
  }

  return {
    hear,
    readPayment: () =>
      new Promise((resolve, reject) => {
        scheduler.take("merchant: GET payment", () => look().then(resolve, reject));
      }),
    readRefund: async (deps, id) => {
      const before = reported.get(id);
      try {
        const { status } = await getRefund(deps, { scope: SCOPE, refund_id: id }, "req_model");
        compare("its GET", id, before, status);
        hear(id, status);
      } catch (error) {
        if (!isDomainError(error)) throw error;
        if (error.type === "object_not_found") compare("its GET", id, before, undefined);
        else expect(error.type).to.equal("service_unavailable");
      }
    },
  };
}
