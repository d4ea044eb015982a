import { expect } from "chai";
import { BAD_CHECK_DIGIT, moveClock, TEST_CARDS, testCard } from "@flowlix/testkit";
import type { ReadOutcome } from "@flowlix/provider";
import { DEADLINE_MS, withPayments } from "./support/payments-under-test.ts";

describe("a create that finds its id", () => {
  const given = withPayments();

  /** A Payment whose submission nobody can say the end of, with its claim over. */
  async function left(unknown: "lost" | "crashed" = "lost") {
    const { create, request, provider, database } = given();
    const asked = await request();
    provider.submits(
      unknown === "lost" ? { kind: "unknown", cause: "lost" } : () => Promise.reject(new Error("killed")),
    );
    await create(asked).catch(() => undefined);
    if (unknown === "crashed") await moveClock(database, DEADLINE_MS + 1_000);
    const retried = await request({ payment_id: asked.payment_id });
    return { asked, retried };
  }

  it("returns what has ended without asking the provider [IDEM-14]", async () => {
    const { create, request, provider } = given();
    const asked = await request();
    const first = await create(asked);
    const again = await create(await request({ payment_id: asked.payment_id }));
    expect(again).to.deep.equal(first);
    expect(provider.asked).to.have.length(1);
  });

  for (const outcome of [
    { kind: "action_required", url: "https://acquirer.example/c" },
    { kind: "in_progress", stage: "processing" },
  ] as const) {
    it(`returns what is under way (${outcome.kind}) without asking the provider`, async () => {
      const { create, request, provider } = given();
      provider.submits(outcome);
      const asked = await request();
      const first = await create(asked);
      expect(await create(await request({ payment_id: asked.payment_id }))).to.deep.equal(first);
      expect(provider.asked).to.have.length(1);
    });
  }

  it("returns a PENDING Payment whose submission may still be under way", async () => {
    const { create, request, provider } = given();
    provider.submits(() => Promise.reject(new Error("killed")));
    const asked = await request();
    await create(asked).catch(() => undefined);
    const again = await create(await request({ payment_id: asked.payment_id }));
    expect(again.status).to.equal("PENDING");
    expect(provider.asked).to.have.length(1);
  });

  const explicit: readonly [ReadOutcome, string][] = [
    [{ kind: "succeeded" }, "SUCCEEDED"],
    [{ kind: "failed", code: "do_not_honor" }, "FAILED"],
    [{ kind: "action_required", url: "https://acquirer.example/c" }, "REQUIRES_ACTION"],
    [{ kind: "in_progress", stage: "processing" }, "PROCESSING"],
    [{ kind: "in_progress", stage: "received" }, "PENDING"],
    [{ kind: "closed" }, "FAILED"],
    [{ kind: "unknown", cause: "lost" }, "PENDING"],
  ];
  for (const [outcome, status] of explicit) {
    it(`reads a lapsed order and applies its word: ${JSON.stringify(outcome)} → ${status}, never submitted again`, async () => {
      const { create, provider } = given();
      const { asked, retried } = await left();
      provider.reads(outcome);
      expect((await create(retried)).status).to.equal(status);
      expect(provider.countOf("submit", asked.payment_id)).to.equal(1);
    });
  }

  for (const kind of ["registered", "absent"] as const) {
    it(`authorises the same order with this request's card when nothing was authorised (${kind})`, async () => {
      const { create, request, provider } = given();
      const { asked } = await left("crashed");
      const card = testCard({ number: TEST_CARDS.mastercard });
      const payment_method = {
        type: "card",
        card: { brand: "mastercard", last4: "4444", exp_month: 12, exp_year: 2040 },
      } as const;
      const retried = await request({ payment_id: asked.payment_id, payment_method }, { kind: "card", card });
      provider.reads({ kind });
      const numbers: string[] = [];
      provider.submits((order, instrument) => {
        numbers.push(`${order.reference} ${instrument.card.number}`);
        return { kind: "succeeded" };
      });
      const payment = await create(retried);
      expect(payment).to.include({ id: asked.payment_id, status: "SUCCEEDED" });
      expect(payment.payment_method?.card.last4).to.equal("4444");
      expect(numbers).to.deep.equal([`${asked.payment_id} ${TEST_CARDS.mastercard}`]);
    });
  }

  it("is told, and its key not released, also when this request's card does not open", async () => {
    const { create, request } = given();
    const asked = await request();
    const first = await create(asked);
    const again = await request({
      payment_id: asked.payment_id,
      sealed_instrument: "a box of another key ring",
    });
    expect(await create(again)).to.deep.equal(first);
  });

  it("is not failed by our own card check: what an earlier attempt sent may still arrive", async () => {
    const { create, request, provider, row } = given();
    const { asked } = await left("crashed");
    const card = testCard({ number: BAD_CHECK_DIGIT });
    provider.reads({ kind: "registered" });
    const retried = await request({ payment_id: asked.payment_id }, { kind: "card", card });
    expect((await create(retried)).status).to.equal("PENDING");
    expect((await row(asked.payment_id))?.["next_look_at"]).to.not.equal(null);
    expect(provider.countOf("submit", asked.payment_id)).to.equal(1);
  });

  it("is told after a 502 also where the provider's answer is unreadable again", async () => {
    const { create, request, provider } = given();
    const asked = await request();
    provider.submits({ kind: "unknown", cause: "garbled" });
    await create(asked).catch(() => undefined);
    provider.reads({ kind: "registered" });
    const again = await create(await request({ payment_id: asked.payment_id }));
    expect(again).to.include({ id: asked.payment_id, status: "PENDING" });
  });

  it("is authorised again by one of many", async () => {
    const { create, request, provider } = given();
    const { asked } = await left("crashed");
    provider.reads({ kind: "registered" });
    provider.submits({ kind: "succeeded" });
    const before = provider.countOf("submit", asked.payment_id);
    await Promise.all(
      Array.from({ length: 10 }, async () => create(await request({ payment_id: asked.payment_id }))),
    );
    expect(provider.countOf("submit", asked.payment_id) - before).to.equal(1);
  });

  it("fails nothing that an earlier attempt may have sent: not executed now is not enough", async () => {
    const { create, provider, row } = given();
    const { asked, retried } = await left("crashed");
    provider.reads({ kind: "registered" });
    provider.submits({ kind: "not_executed", cause: "throttled" });
    expect((await create(retried)).status).to.equal("PENDING");
    expect((await row(asked.payment_id))?.["next_look_at"]).to.not.equal(null);
  });

  it("is not authorised by an attempt whose own time is over", async () => {
    const { create, provider, database } = given();
    const { asked, retried } = await left("crashed");
    provider.reads({ kind: "registered" });
    await moveClock(database, 3 * DEADLINE_MS);
    expect((await create(retried)).status).to.equal("PENDING");
    expect(provider.countOf("submit", asked.payment_id)).to.equal(1);
  });

  it("tells what exists even while the breaker is open", async () => {
    const { create, request, provider } = given();
    const asked = await request();
    const first = await create(asked);
    provider.opens(true);
    expect(await create(await request({ payment_id: asked.payment_id }))).to.deep.equal(first);
  });
});
