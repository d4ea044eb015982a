import type { TransferOutcome } from "@flowlix/provider";
import { moveClock, refusal } from "@flowlix/testkit";
import { expect } from "chai";
import { getRefund } from "../src/read/get-refund.ts";
import { syncRefunds } from "./support/sync-due.ts";
import { SCOPE } from "@flowlix/payments/testing";
import { DEADLINE_MS, withRefunds } from "./support/refunds-under-test.ts";

const LOST: TransferOutcome = { kind: "unknown", cause: "lost" };

describe("creating a Refund by a request that finds its id", () => {
  const given = withRefunds();

  it("is told what is recorded, and nothing is sent again", async () => {
    const { create, request, payments, provider } = given();
    const asked = await request(await payments.paid());
    const first = await create(asked);
    expect(await create(asked)).to.deep.equal(first);
    expect(provider.countOf("submit", first.id)).to.equal(1);
  });

  for (const currency of ["EUR", "JPY", "KWD"]) {
    it(`Payments and Refunds in ${currency} stay readable when it is accepted no more [RF-10]`, async () => {
      const { create, request, payments, deps, provider } = given();
      payments.accepts(currency);
      const id = await payments.paid(4_999, currency);
      const refund = await create(await request(id));
      expect(refund.currency).to.equal(currency);
      payments.accepts("GBP");
      const anew = await refusal(create(await request(id)));
      expect(anew).to.include({ type: "currency_not_supported", param: "payment_id", key: "release" });
      expect(await payments.payment(id)).to.deep.include({
        currency,
        amount_refundable: 4_899,
        refunds: [refund],
      });
      expect(await getRefund(deps, { scope: SCOPE, refund_id: refund.id }, "req_test")).to.deep.equal(refund);
      provider.reads({ kind: "succeeded" });
      await moveClock(given().database, 3_000);
      await syncRefunds(deps, 10);
      expect(await payments.payment(id)).to.include({ amount_refunded: 100 });
    });
  }

  it("outlives a withdrawn currency and an open breaker [RF-10]", async () => {
    const { create, request, payments, provider } = given();
    const asked = await request(await payments.paid(1_000, "GBP"));
    const first = await create(asked);
    payments.accepts("EUR");
    provider.opens(true);
    expect(await create(asked)).to.deep.equal(first);
  });

  it("is internal_error and an exception where scope, Payment or amount are others", async () => {
    const { create, request, payments, deps } = given();
    const id = await payments.paid();
    const asked = await request(id);
    await create(asked);
    const others = [
      { amount: 101 },
      { payment_id: await payments.paid() },
      { scope: { ...asked.scope, merchant_id: `mer_${"1".repeat(24)}` } },
      { scope: { ...asked.scope, livemode: true } },
    ];
    for (const other of others)
      expect(await refusal(create({ ...asked, ...other }))).to.include({ type: "internal_error" });
    const [anomaly] = await deps.exceptions.list(true, 1);
    expect(anomaly).to.include({ kind: "request_mismatch", object_id: asked.refund_id });
    expect(await payments.payment(id)).to.include({ amount_refundable: 900 });
  });

  it("waits while another attempt's claim is live", async () => {
    const { create, request, payments, provider } = given();
    const asked = await request(await payments.paid());
    provider.submits(() => Promise.reject(new Error("killed")));
    await create(asked).catch(() => undefined);
    const error = await refusal(create(asked));
    expect([error.type, error.key]).to.deep.equal(["service_unavailable", undefined]);
    expect(provider.countOf("read", asked.refund_id)).to.equal(0);
  });

  it("is told PROCESSING of one that has succeeded meanwhile; its GET says what has become of it [RF-4]", async () => {
    const { create, request, payments, provider, database, deps } = given();
    const id = await payments.paid();
    const asked = await request(id);
    const first = await create(asked);
    provider.reads({ kind: "succeeded" });
    await moveClock(database, 3_000);
    await syncRefunds(deps, 10);
    const again = await create({ ...(await request(id)), refund_id: first.id });
    expect(again).to.deep.equal({ ...first, updated_at: first.created_at });
    const scope = { ...SCOPE, refund_id: first.id };
    expect(await getRefund(deps, { scope, refund_id: first.id }, "req_test")).to.include({
      status: "SUCCEEDED",
    });
    expect(await payments.payment(id)).to.include({ amount_refunded: 100 });
  });

  it("makes and sends nothing where nothing may start, and says PROCESSING of what was broken off", async () => {
    const { create, request, payments, provider, database } = given();
    const asked = await request(await payments.paid());
    provider.submits(() => Promise.reject(new Error("killed")));
    await create(asked).catch(() => undefined);
    const replay = { ...asked, start_before: 0 };
    expect((await refusal(create(replay))).type).to.equal("service_unavailable");
    await moveClock(database, DEADLINE_MS + 16_000);
    provider.reads(LOST);
    expect(await create(replay)).to.include({ id: asked.refund_id, status: "PROCESSING" });
    expect(provider.countOf("submit", asked.refund_id)).to.equal(1);
  });

  for (const [read, status] of [
    [{ kind: "succeeded" }, "PROCESSING"],
    [{ kind: "failed", code: "generic_decline" }, "FAILED"],
    [{ kind: "in_progress", stage: "processing" }, "PROCESSING"],
    [{ kind: "absent" }, "PROCESSING"],
    [LOST, "PROCESSING"],
  ] as const) {
    it(`looks a lapsed submission up and never sends it again: ${JSON.stringify(read)} → ${status} [RF-5]`, async () => {
      const { create, request, payments, provider, database } = given();
      const id = await payments.paid();
      const asked = await request(id);
      provider.submits(() => Promise.reject(new Error("killed")));
      await create(asked).catch(() => undefined);
      await moveClock(database, DEADLINE_MS + 16_000);
      provider.reads(read);
      const again = { ...(await request(id)), refund_id: asked.refund_id };
      const refund = await create(again);
      expect(refund.status).to.equal(status);
      expect(provider.countOf("submit", refund.id)).to.equal(1);
      expect((await payments.payment(id)).refunds).to.deep.equal([refund]);
      if (read.kind !== "succeeded") return;
      // A create answers PROCESSING or FAILED: the status sync that is due at once shows the rest.
      await syncRefunds(given().deps, 10);
      expect((await payments.payment(id)).refunds[0]?.status).to.equal("SUCCEEDED");
    });
  }
});
