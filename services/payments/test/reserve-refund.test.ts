import { newId } from "@flowlix/runtime";
import { clockMs, refusal, stopClock, withDatabase } from "@flowlix/testkit";
import { expect } from "chai";
import type { ReserveRefund } from "../src/refunds/reservation.ts";
import { paymentsSchema } from "../src/schema.ts";
import { openPaymentsSide, SCOPE, type PaymentsSide } from "./support/payments-side.ts";

const PAID = 1_000;

describe("a reservation whose request goes wrong on its way", () => {
  const database = withDatabase([paymentsSchema]);
  let side: PaymentsSide;
  before(async () => {
    side = await openPaymentsSide(database(), database());
  });
  after(() => side?.close());

  async function asked(payment_id: string, changes: Partial<ReserveRefund> = {}): Promise<ReserveRefund> {
    return {
      scope: SCOPE,
      refund_id: newId("refund"),
      start_before: Math.floor(await clockMs(database())) + 25_000,
      payment_id,
      amount: PAID,
      reason: "broken",
      merchant_reference: null,
      ...changes,
    };
  }
  const reserve = (request: ReserveRefund) => side.client().reserveRefund(request, { requestId: "" });

  for (const amount of [PAID, PAID / 2 + 1, 1]) {
    it(`is recognised where the answer to its commit was lost: ${amount} of ${PAID}`, async () => {
      const id = await side.paid(PAID);
      const request = await asked(id, { amount });
      side.answers.lose(/^refunds_reserve$/);
      const { refund } = await reserve(request);
      expect(refund).to.include({ id: request.refund_id, amount, status: "PENDING" });
      const payment = await side.payment(id);
      expect(payment.refunds).to.deep.equal([refund]);
      expect(payment.amount_refundable).to.equal(PAID - amount);
    });
  }

  it("is recognised where the last Refund that a Payment may have lost its answer", async () => {
    const id = await side.paid(PAID);
    await reserve(await asked(id, { amount: 1 }));
    await database().sql("update payments.payments set refund_count = 999 where id = $1", [id]);
    const request = await asked(id, { amount: 1 });
    side.answers.lose(/^refunds_reserve$/);
    expect((await reserve(request)).refund).to.include({ id: request.refund_id });
  });

  it("whose turn never came leaves nothing: the key is free, and another one finds all of the money", async () => {
    await stopClock(database());
    const id = await side.paid(PAID);
    const one = await asked(id, { amount: 1 });
    const requests = Array.from({ length: 300 }, () => ({ ...one, refund_id: newId("refund") }));
    const client = side.client();
    const all = await Promise.allSettled(
      requests.map((request) => client.reserveRefund(request, { requestId: "" })),
    );
    const refused = all.filter(({ status }) => status === "rejected");
    expect(refused).to.have.length(300 - 257);
    for (const attempt of refused) {
      const error = await refusal(Promise.reject("reason" in attempt ? attempt.reason : undefined));
      expect(error).to.include({ type: "service_unavailable", key: "release", retryAfterS: 1 });
    }
    expect(await side.payment(id)).to.include({ amount_refundable: PAID - 257 });
  });
});
