import { expect } from "chai";
import type { PaymentListRequest } from "@flowlix/contracts";
import { clockMs, gate, moveClock, stopClock } from "@flowlix/testkit";
import { newId } from "@flowlix/runtime";
import { listPayments } from "../src/read/list-payments.ts";
import { insertListed, listedPayment, listRequest, merchantId } from "./support/listed-payments.ts";
import { DEADLINE_MS, withPayments } from "./support/payments-under-test.ts";
import { newPayment } from "./support/provisional-payments.ts";

describe("a list of Payments has only what is certain to stay", () => {
  const payments = withPayments();
  let merchant: string;
  beforeEach(() => {
    merchant = merchantId();
  });

  const list = (changes: Partial<PaymentListRequest> = {}) =>
    listPayments(
      payments().deps,
      listRequest({ scope: { merchant_id: merchant, livemode: false }, ...changes }),
    );
  const idsOf = async (changes: Partial<PaymentListRequest> = {}) =>
    (await list(changes)).data.map(({ id }) => id);
  const inScope = () => ({ merchant_id: merchant, livemode: false, key_id: newId("key") });

  for (const cause of ["throttled", "unavailable"] as const) {
    it(`a create that ends ${cause} was in no list at any time, however it is asked for [D4-19]`, async () => {
      const { create, request, provider } = payments();
      const older = listedPayment({ merchant_id: merchant });
      await insertListed(payments().database, [older]);
      const slow = gate();
      provider.submits(async () => {
        await slow.pass();
        return { kind: "not_executed", cause };
      });
      const asked = await request({ scope: inScope() });
      const refused = create(asked).catch((error: unknown) => error);
      await slow.reached;
      const questions: Partial<PaymentListRequest>[] = [
        {},
        { status: ["PENDING"] },
        { search: asked.payment_id },
        { card_last4: asked.payment_method.card.last4 },
        { amount: { gte: asked.amount, lte: asked.amount } },
        { ending_before: older.id },
      ];
      for (const question of questions)
        expect(await idsOf(question), JSON.stringify(question)).to.not.include(asked.payment_id);
      slow.open();
      await refused;
      expect(await idsOf()).to.deep.equal([older.id]);
    });
  }

  it("one whose provider's answer was lost is there with its 201, PENDING [D4-19]", async () => {
    const { create, request, provider } = payments();
    provider.submits({ kind: "unknown", cause: "lost" });
    const { id, status } = await create(await request({ scope: inScope() }));
    expect(status).to.equal("PENDING");
    expect(await idsOf()).to.deep.equal([id]);
  });

  it("one whose process died is there once its claim and the longest void are over [D4-19]", async () => {
    const { deps, database } = payments();
    const inserted = newPayment({ merchant_id: merchant, start_before: Date.now() + DEADLINE_MS });
    await deps.store.insert(inserted);
    expect(await idsOf()).to.deep.equal([]);
    await moveClock(database, DEADLINE_MS + 1);
    expect(await idsOf(), "a void that began in time may not be over").to.deep.equal([]);
    await moveClock(database, DEADLINE_MS + 10_001);
    expect(await idsOf()).to.deep.equal([inserted.id]);
  });

  it("one that a repeated request has taken over is there, for that one voids nothing", async () => {
    const { deps, database } = payments();
    await stopClock(database);
    const now = Math.floor(await clockMs(database));
    const inserted = newPayment({ merchant_id: merchant, start_before: now + 1_000 });
    await deps.store.insert(inserted);
    await moveClock(database, 1_500);
    const { submission, card } = newPayment({});
    const claim = { submission, card, payment_method_type: "card", start_before: now + DEADLINE_MS };
    expect(await deps.store.takeSubmission(inserted.id, 1, claim)).to.not.equal(null);
    expect(await idsOf()).to.deep.equal([inserted.id]);
  });
});
